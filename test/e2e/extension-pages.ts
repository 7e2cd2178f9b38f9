import { sample } from './page-object.ts';

/** The rest of a page: what stands around the text that is rewritten. */
const around = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <title>${title}</title>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'" />
    <style>
      body { display: grid; grid-template-columns: 12rem 1fr; gap: 2rem; font: 16px/1.5 sans-serif; }
      textarea { inline-size: 100%; block-size: 12rem; }
    </style>
  </head>
  <body>
    <nav><a href="#top">Home</a> <a href="#more">More</a></nav>
    <main>${body}</main>
  </body>
</html>`;

/** A form with a script that keeps what its field holds, as frameworks do: it hears of changes by `input` events alone. */
const form = `<form>
  <label>Subject <input id="subject" value="Our meeting" maxlength="60" /></label>
  <label>Message <textarea id="field">Dear all,\n\n${sample} Thank you.</textarea></label>
  <output id="model"></output>
</form>
<script>
  field.addEventListener('input', (event) => { model.textContent = event.inputType + ': ' + field.value; });
</script>`;

/** An editor as mail programs have it: paragraphs, one with a link, and a model that follows its \`input\` events. */
const mail = `<div id="editor" contenteditable="true" role="textbox" aria-label="Mail">
  <p>Dear <b>all</b>,</p>
  <p id="news">${sample}</p>
  <p>See <a href="#plan">the plan</a> for details.</p>
</div>
<output id="model"></output>
<script>
  editor.addEventListener('input', (event) => { model.textContent = event.inputType + ': ' + editor.textContent; });
</script>`;

/** An article: its sentence goes through a link and an emphasis. */
const article = `<article>
  <h1>Minutes</h1>
  <p id="before">It rained all day.</p>
  <p id="news">The <em>committee</em> decided to <a href="#postpone">postpone the meeting</a> until next week.</p>
  <p id="after">Nobody objected.</p>
</article>`;

/** An editor in a frame, as the older ones are, below text that can be selected as well; and a frame of another origin. */
const framed = `<!doctype html>
<title>An editor in a frame</title>
<p id="above">Text above the editor.</p>
<iframe id="strange"></iframe>
<iframe id="editor" srcdoc="<body contenteditable><p>${sample}</p></body>"></iframe>
<script>
  strange.src = location.href.replace('127.0.0.1', 'localhost').replace('framed', 'article');
</script>`;

/** Pages for the extension's tests, by their path. None of them asks for anything else. */
export const extensionPages: ReadonlyMap<string, string> = new Map([
  ['form.html', around('A form', form)],
  ['mail.html', around('A mail', mail)],
  ['article.html', around('An article', article)],
  ['framed.html', framed],
]);
