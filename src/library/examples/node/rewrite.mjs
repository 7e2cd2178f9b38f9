import { createParaphraser } from 'otherwise';

const [model = 'models/base', text = 'The committee decided to postpone the meeting until next week.'] = process.argv.slice(2);
const paraphraser = await createParaphraser({ model });
const { rewrites } = await paraphraser.paraphrase(text);
for (const rewrite of rewrites) console.log(rewrite.text);
await paraphraser.dispose();
