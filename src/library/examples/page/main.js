import { createParaphraser } from 'otherwise';

const [text, status, list] = ['textarea', '[role=status]', 'ol'].map((selector) => document.querySelector(selector));
const [rewrite, stop] = document.querySelectorAll('button');
const say = (message) => { status.textContent = message; };
const model = new URLSearchParams(location.search).get('model') ?? 'models/base/';
let controller = new AbortController();

const paraphraser = await createParaphraser({ model, onProgress: ({ kind, file }) => say(`Loading: ${file ?? kind}`) }).catch((error) => {
  say(`${error.code}: ${error.message}`);
  throw error;
});
say(`Ready: ${paraphraser.info.model} on ${paraphraser.info.device}`);

rewrite.addEventListener('click', async () => {
  controller = new AbortController();
  stop.disabled = false;
  try {
    const { rewrites } = await paraphraser.paraphrase(text.value, { signal: controller.signal, onProgress: ({ kind }) => say(kind) });
    list.replaceChildren(...rewrites.map((one) => Object.assign(document.createElement('li'), { textContent: one.text })));
    say(`${rewrites.length} rewrites`);
  } catch (error) {
    say(`${error.code}: ${error.message}`);
  }
  stop.disabled = true;
});
stop.addEventListener('click', () => controller.abort());
