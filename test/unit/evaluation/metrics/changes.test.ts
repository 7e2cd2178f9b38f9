import { describe, expect, it } from 'vitest';
import { changesOf, changeKinds } from '../../../../src/core/metrics/changes.ts';

const found = (source: string, rewrite: string): string[] => {
  const changes = changesOf(source, rewrite);
  return changeKinds.filter((kind) => changes[kind]);
};

describe('the plain check of a rewrite', () => {
  it.each([
    ['The bus leaves at 8:30 from stop twelve.', 'From stop 12 the bus departs at 8:30.'],
    ['It cost 1,250 euros.', 'It cost 1250 euros.'],
    ['She is twenty-five and has a ten-minute walk.', 'She is 25 and walks for 10 minutes.'],
    ['Yesterday I met Anna’s brother in Prague.', "I met the brother of Anna in Prague yesterday. He's well."],
    ['“Maria is late,” said Tom.', 'Tom said Maria was late.'],
    ['I have never seen it.', "I haven't seen it before."],
    ['No one came.', 'Nobody came.'],
    ['One has to be careful.', 'You have to be careful.'],
    ['Read this. Then I’ll call.', 'Read this; then I will call.'],
  ])('finds nothing in %s → %s', (source, rewrite) => {
    expect(found(source, rewrite)).toEqual([]);
    expect(found(rewrite, source)).toEqual([]);
  });

  it.each([
    ['The bus leaves at 8:30.', 'The bus leaves at 8:20.', ['numbers']],
    ['He waited two hours.', 'He waited for hours.', ['numbers']],
    ['She is twenty-five.', 'She is twenty.', ['numbers']],
    ['It grew by 1.5 percent.', 'It grew by 15 percent.', ['numbers']],
    ['I met Anna in Prague.', 'I met Anna in Vienna.', ['names']],
    ['We meet on Monday.', 'We meet on Tuesday.', ['names']],
    ['I met her there.', 'I met Anna there.', ['names']],
    ['He can do it.', "He can't do it.", ['negation']],
    ['They left without Tom and 3 bags.', 'They left with Tim and 4 bags.', ['numbers', 'names', 'negation']],
  ])('finds what was changed in %s → %s', (source, rewrite, kinds) => {
    expect(found(source, rewrite)).toEqual(kinds);
    expect(found(rewrite, source)).toEqual(kinds);
  });
});
