import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guard, isFaithful } from '../../../src/quality/checks.ts';
import { letterSlips } from '../../../src/quality/checks/letters.ts';

const faithful: readonly (readonly [string, string])[] = [
  ['Will you help me with the boxes?', 'May I ask you to help me with the boxes?'],
  ['Any side effects or anything?.', 'Are there any side effects or anything?'],
  ['You must not open it.', 'It must not be opened.'],
  ['Perhaps it will rain.', 'Maybe it will rain.'],
  ['They lost it on the way.', 'It got lost on the way.'],
  ['He has to lie on his back.', 'He must lie on his back.'],
  ['The bus was forty minutes late.', 'The bus came 40 minutes late.'],
  ['It cost 1,500 dollars.', 'The price was fifteen hundred dollars.'],
  ['We waited for half an hour.', 'We were waiting for thirty minutes.'],
  ['He bought a dozen eggs.', 'He bought twelve eggs.'],
  ['She called me twice.', 'She phoned me two times.'],
  ['Half of the people left.', '50% of the people left.'],
  ['He came in 3rd.', 'He came in third.'],
  ['Prices rose by twelve percent.', 'Prices increased by 12 %.'],
  ['The train leaves at half past seven.', 'The train departs at 7:30.'],
  ['It is not possible to do this.', 'It is impossible to do this.'],
  ['It is impossible to finish this today.', 'This can\'t be finished today.'],
  ['The shop is not open.', 'The shop is closed.'],
  ['I can hardly hear you.', 'I can\'t hear you well.'],
  ['Don\'t forget to call.', 'Remember to call.'],
  ['It was too dark to read.', 'It was so dark that we couldn\'t read.'],
  ['We can\'t leave until it stops.', 'We can leave only when it stops.'],
  ['You did it, didn\'t you?', 'You were the one who did it, right?'],
  ['Take it at approximately the same time of day.', 'Take it at roughly the same time of day.'],
  ['The game was put off until Friday.', 'The game was delayed until Friday.'],
  ['They decided to take the plan I suggested.', 'They decided to go with my plan.'],
  ['Impacts of possible measures 7.2.1.', 'See 7.2.1 for effects of possible measures.'],
  ['My sister is older than I am.', 'I am younger than my sister.'],
  ['Before she moved, she worked here.', 'She moved after working here.'],
  ['He told her the truth.', 'She was told the truth by him.'],
  ['She called from the hospital.', 'It was the hospital she called from.'],
  ['The bank bought the house from Tom.', 'Tom sold the house to the bank.'],
  ['You should never lie.', 'One should never lie.'],
  ['Please send me the report.', 'Could you send me the report?'],
  ['Zoë\'s friends came from the United States.', 'Friends of Zoe came from America.'],
  ['Read “War and Peace”.', 'You should read War and Peace.'],
  ['Less than six people fit in.', 'Fewer than six people fit in.'],
  ['Write to anna@example.org now.', 'Now write to anna@example.org.'],
  ['The room is hit by UV light.', 'The room is hit by ultraviolet light.'],
  ['The hotel was cheaper than we expected.', 'The hotel was less expensive than we expected.'],
  ['The experiment failed.', 'The experiment was unable to succeed.'],
  ['More than half of the voters agreed.', 'Most of the voters agreed.'],
  ['All the children received a present.', 'All the children were given a present.'],
  ['The postman gave her a letter.', 'She was given a letter by the postman.'],
  ['She hid his football, so he took her hat.', 'So he took her hat, because she had hidden his football.'],
  ['So you hid it, and so he was cross.', 'So you hid it, and he was cross.'],
  ['It was so cold that we left.', 'So cold was it that we left.'],
  ["Can't complain, thanks.", "Thanks, can't complain."],
  ["Don't open the oven before noon.", "Before noon, don't open the oven."],
  ["Hasn't he changed in a year?", "In a year, hasn't he changed?"],
  ['She was tall, and he was tall as well.', 'She was tall, and so was he.'],
  ['He was the one who did it.', 'It was he.'],
  ['Residents were warned that the pressure might drop.', 'Residents were told that the pressure might drop.'],
  ['“Wait,” he said to her.', '“Wait,” he told her.'],
  ['He told a story.', 'A story, he told.'],
  ['Time will show.', 'Time will tell.'],
  ['He sat in the committee.', 'He sat on the committee.'],
  ["There's a noise that is new.", "It's the noise that is new."],
  ["It's late and there's a noise.", "It's late; a noise is there."],
  ['The house that was sold is old.', 'The house sold is old, which is sad.'],
  ['The house that was sold is old.', 'The house, which was sold, is old.'],
  ['He lives in the street.', 'He lives on the street.'],
  ['He keeps it in the car on the drive.', 'He keeps it on the drive in the car.'],
  ['If it is not given, the minor shall not be asked.', 'Should it not be given, the minor shall not be asked.'],
  ['She left the hall right away.', 'Right away she went out of the hall.'],
  ['Will they ever rebuild it, do you think?', "Do you think it'll ever be rebuilt?"],
];

const slips: readonly (readonly [string, string, string])[] = [
  ['He opened the room where it was kept.', 'He opened the room where they were kept.', 'pronoun'],
  ['They were left in the car.', 'It was left in the car.', 'pronoun'],
  ['She hid his football, so he took her hat.', 'She hid her football, so he took her hat.', 'pronoun'],
  ['She was a good daughter-in-law.', 'She was a good mother-in-law.', 'contrast'],
  ['She was a good daughter-in-law.', 'It was a good daughter-in-law.', 'pronoun'],
  ['Water with ice, please.', 'Please, water with ice, please.', 'repetition'],
  ['See section 7.2 first.', '7.2 is the section 7.2 to see first.', 'repetition'],
  ['We must take his age into account.', 'We should take his age into account.', 'modality'],
  ['The train may be late.', 'The train will be late.', 'modality'],
  ['Place the baby on its back.', 'Place the baby on its stomach.', 'contrast'],
  ['It took forty minutes.', 'It took four times as long.', 'number-word'],
  ['He paid 20 dollars.', 'He paid 30 dollars.', 'number'],
  ['Use was cut from 900 to 650 litres.', 'Use was cut from 650 to 900 litres.', 'number'],
  ['Two men and three women came.', 'Three men and two women came.', 'number'],
  ['She waited forty minutes.', 'She waited forty hours.', 'unit'],
  ['It costs ten euros.', 'It costs ten dollars.', 'unit'],
  ['The room holds less than six people.', 'The room holds more than six people.', 'bound'],
  ['At least eight students failed.', 'Eight students failed.', 'bound'],
  ['Prices rose last year.', 'Prices fell last year.', 'comparison'],
  ['I would rather stay at home than go to the party.', 'I would rather go to the party than stay at home.', 'role'],
  ['My sister is older than I am.', 'I am older than my sister.', 'role'],
  ['She moved before she worked.', 'She moved after she worked.', 'comparison'],
  ['I have never seen it.', 'I have seen it.', 'negation'],
  ['I have seen it.', 'I have not seen it.', 'negation'],
  ['She did not call, but she wrote.', 'She called but did not write.', 'negation'],
  ['Tom met Mary.', 'Tom met Anna.', 'name'],
  ['We met in Berlin.', 'We met in Paris.', 'name'],
  ['He told her the truth.', 'They told her the truth.', 'pronoun'],
  ['Send me the report.', 'Send you the report.', 'pronoun'],
  ['He told her the truth.', 'She told him the truth.', 'role'],
  ['I saw her brother there with him.', 'I saw his brother there with her.', 'role'],
  ['The company sold the house to the bank.', 'The company bought the house from the bank.', 'role'],
  ['His brother is ill.', 'His sister is ill.', 'contrast'],
  ['Take it at approximately the same time of day.', 'Take it at exactly the same time of day.', 'contrast'],
  ['They put off the game until Friday.', 'They extended the game until Friday.', 'contrast'],
  ['It was put off until next week.', 'It was put off until next month.', 'contrast'],
  ['They decided to delay it.', 'They were considering delaying it.', 'contrast'],
  ['The concert was postponed.', 'The concert was cancelled.', 'contrast'],
  ['The board decided to hire him.', 'The board proposed to hire him.', 'contrast'],
  ['It was right there on the tip of my tongue.', 'It was right here on the tip of my tongue.', 'contrast'],
  ['Impacts of possible measures 7.2.1.', 'Effects of possible measures 7.1.2.', 'number'],
  ['Why did you go?', 'You went.', 'question'],
  ['You went home.', 'Did you go home?', 'question'],
  ['Read “War and Peace”.', 'Read “War and Love”.', 'quote'],
  ['See https://example.org/a for more.', 'See https://example.org/b for more.', 'url'],
  ['My brother can\'t cook.', 'I can\'t cook.', 'role'],
  ['The boy asked his mother to stay.', 'The boy\'s mother asked him to stay.', 'role'],
  ['I borrowed this from my cousin.', 'My cousin borrowed this from me.', 'role'],
  ['The boat was hit by a wave.', 'The boat hit a wave.', 'role'],
  ['The postman forgot the parcel.', 'The postman didn\'t forget the parcel.', 'negation'],
  ['It starts an hour later.', 'It starts a few hours later.', 'number-word'],
  ['The temperature falls below zero.', 'The temperature falls to zero.', 'bound'],
  ['Call me tomorrow.', 'I call you tomorrow.', 'role'],
  ['The cat sat there.', 'The cat cat sat there.', 'repetition'],
  ['The cat sat there by the door.', 'The cat sat by the', 'unfinished'],
  ['She hid his football, so he took her hat.', 'So she hid his football, he took her hat.', 'role'],
  ["Hasn't changed in a year.", "In a year, hasn't changed.", 'unfinished'],
  ['She was a good cook.', 'A good cook was she.', 'word'],
  ['“We are stranded,” he said.', '“We are stranded,” he told.', 'word'],
  ["She doesn't mean what she says.", "She doesn't mean what she tells.", 'word'],
  ["There's nothing magical about that.", "It's nothing magical about that.", 'word'],
  ['We reached Cusco, tired but glad.', 'We reached Cusco, which was tired but glad.', 'role'],
  ['I left my glasses in your car.', 'I left my glasses on your car.', 'word'],
  ['The dog is on a lead.', 'The dog is in a lead.', 'word'],
  ['It shall not take longer.', 'It should not take longer.', 'modality'],
  ["I can't feel my left hand.", "I can't feel my right hand.", 'contrast'],
  ['Could you extend the deadline?', 'Could you shorten the deadline?', 'comparison'],
  ['Should they vote in national elections?', 'Should they vote in local elections?', 'contrast'],
  ['He is in his forties.', 'He is in his fifties.', 'contrast'],
  ["And has the king's order been obeyed?", "And did the king's order be obeyed?", 'question'],
];

/** 120 sentences of our own, up to five rewrites of the base model each, read and labelled while the guards were built. */
interface Labelled {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'not fluent';
  readonly kind?: string;
}

describe('guard', () => {
  it.each(faithful)('lets “%s” become “%s”', (source, rewrite) => {
    expect(guard(source, rewrite).filter((slip) => slip.severity === 'drop')).toEqual([]);
  });

  it.each(slips)('stops “%s” → “%s” (%s)', (source, rewrite, kind) => {
    const found = guard(source, rewrite).filter((slip) => slip.severity === 'drop');
    expect(found.map((slip) => slip.kind)).toContain(kind);
  });

  it('says in words what changed', () => {
    expect(guard('The room holds less than six.', 'The room holds more than six.')[0]?.message).toBe(
      'changes “less than six” to “more than six”',
    );
    expect(guard('I have seen it.', 'I have not seen it.')[0]?.message).toBe('adds “not”');
  });

  it('takes U.S. and United States for one name', () => {
    expect(guard('It works in the U.S. only.', 'It only works in the United States.')).toEqual([]);
  });

  it('finds nothing in a copy, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...faithful.flat(), ...slips.flatMap(([a, b]) => [a, b]))),
        (text) => {
          expect(
            guard(text, text).filter((slip) => slip.severity === 'drop' && slip.kind !== 'repetition' && slip.kind !== 'unfinished'),
          ).toEqual([]);
        },
      ),
    );
  });

  it('on labelled rewrites of the base model: stops most slips of its kinds and hardly any good rewrite', () => {
    const rows = readFileSync(new URL('../../golden/slips-build.jsonl', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Labelled);
    const stopped = (wanted: (row: Labelled) => boolean): number => {
      const chosen = rows.filter(wanted);
      return chosen.filter((row) => !isFaithful(guard(row.source, row.rewrite))).length / chosen.length;
    };
    expect(rows.length).toBeGreaterThan(500);
    expect(stopped((row) => row.label === 'good')).toBeLessThanOrEqual(0.03);
    expect(stopped((row) => row.label === 'slip' && row.kind !== 'detail')).toBeGreaterThanOrEqual(0.65);
  });
});

describe('letterSlips', () => {
  it('drops letters beyond ASCII that nobody gave, and no others', () => {
    expect(letterSlips('Se va por aquí.', 'Se vã por aquí.')).toEqual([{ kind: 'word', severity: 'drop', message: 'adds “ã”' }]);
    expect(letterSlips('He ate.', 'He \uFFFD ate.')).toHaveLength(1);
    expect(letterSlips('The CAFÉ is naïve, isn’t it?', 'Isn’t the cafe\u0301 naïve – “it”?')).toEqual([]);
  });
});
