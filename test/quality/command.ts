import type { Command } from '../../src/cli/command.ts';
import { optionHelp } from '../../src/cli/options-text.ts';

const help = `Usage: npm run -s quality -- [flags]

How good rewrites are, as far as a program can tell (the table), and as readers find them (a blind reading: test/quality/README.md).

The table: rewrites fixed sentences of each register, references of a file and sentences of your own
  --model NAME          base (default), tiny, or a folder with a manifest.json
  --register NAME       only this register of test/quality/sentences.tsv; repeat for more, none for none of them
  --references FILE     references too: a file as evaluate reads it, or ParaBank's table of judgements (.xz is unpacked)
  --part dev|held-out   which half of the references, by the hash of each (dev)
  --lengths LIST        only references of these length classes (5,10,20)
  --sentences FILE      sentences of your own too, one a line; repeat for more files
  --most N              at most N sentences of each group; references in the order of their hashes
  --out FOLDER          write table.md, table.json and rewrites.jsonl (lines of paraphrase) there; an interrupted run
                        goes on where it stopped
  --json                print the table as JSON
  --runtime, --device, --threads, --lines
                        as in paraphrase
  and every option of paraphrase:
${optionHelp()}

What aims do, on the same sentences: length, formality, readability, voice
  --effects NAME=FILE   lines of paraphrase; repeat, or add more behind it. The others are compared with the first
  --json, --seed N      as below

What the aim clean corrects: sentences with a planted slip, and the same ones without
  --slips FILE          TSV with a header and the columns kind, text, right (test/golden/planted-slips-unseen.tsv)
  --model, --runtime, --device, --threads, --json
                        as above

What menus of words offer, beside what raters accept in the same place
  --menus FILE          TSV with a header and the columns split, context (the word between « and »), target, pos, substitute,
                        share (of raters who accept it); .xz is unpacked
  --split NAME          which rows (dev): nothing is tuned on test
  --most N              so many contexts of the split, at equal distances (200)
  --out FILE            keep what the model read there; an interrupted run goes on where it stopped
  --model, --runtime, --device, --threads, --json
                        as above

A sheet for a blind reading, and its key
  --sheet FILE          write the sheet there (TSV: item, source, rewrite, fluency, adequacy)
  --systems NAME=FILE   what a system made: lines of paraphrase, or {"text", "rewrites": [{"text"}]}; repeat, or add more
                        behind it. NAME=references is the column NAME (parabank34, paranmt) of --references, whose
                        --part and --lengths hold
  --key FILE            where the key goes (beside the sheet, .key.json)
  --seed N              decides every order (0)

What raters found
  --ratings FILE FILE   sheets that were filled in, one a rater
  --key FILE            the sheet's key
  --out FOLDER, --json  as above
  --seed N              of the intervals (0)

What the cards of the page say, beside what raters found
  --grades FOLDER       a reading's folder, with its key, sheets A.tsv and B.tsv and outputs; repeat, or add more behind it.
                        Limits are chosen on the sentences of the part dev; held-out says what they are worth
  --json                as above
`;

/** `npm run quality`: the table, or a blind reading's sheet or results. */
export const command: Command = {
  name: 'quality',
  summary: 'the table of quality, and blind readings',
  help,
  async run(context) {
    const names = new Set(context.args.map((arg) => arg.split('=')[0]));
    if (names.has('--ratings')) return (await import('./ratings.ts')).runRatings(context);
    if (names.has('--grades')) return (await import('./grades.ts')).runGrades(context);
    if (names.has('--slips')) return (await import('./slips.ts')).runSlips(context);
    if (names.has('--menus')) return (await import('./menus.ts')).runMenus(context);
    if (names.has('--effects')) return (await import('./effects.ts')).runEffects(context);
    if (names.has('--sheet')) return (await import('./sheet.ts')).runSheet(context);
    return (await import('./table.ts')).runTable(context);
  },
};
