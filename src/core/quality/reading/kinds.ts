import forms from '../data/irregular-forms.json' with { type: 'json' };
import table from '../data/kinds.json' with { type: 'json' };
import type { Exchange } from './classes.ts';
import type { Reading } from './reading.ts';

/** A kind with its members: each member is a set of names of the same thing, all singular. */
interface Kind {
  readonly name: string;
  readonly members: readonly ReadonlySet<string>[];
}

/** The relation of a new noun to the one that it replaced: a narrower or a wider name, or another thing of its kind. */
export type NounRelation = 'special' | 'general' | 'other';

const plurals: ReadonlyMap<string, string> = new Map(Object.entries(forms.plurals));
/** Gives the singular of a noun. A rough stem would make *should* of *shoulder*. */
function singular(noun: string): string {
  const known = plurals.get(noun);
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/u.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/[lao]ves$/u.test(noun)) return `${noun.slice(0, -3)}f`;
  if (/ives$/u.test(noun)) return `${noun.slice(0, -3)}fe`;
  if (/(?:ch|sh|x|ss|zz|to)es$/u.test(noun)) return noun.slice(0, -2);
  return /[^su]s$/u.test(noun) ? noun.slice(0, -1) : noun;
}

const kinds: readonly Kind[] = table.kinds.map((line) => {
  const [name = '', members = ''] = line.split(': ');
  const namesOf = (member: string): ReadonlySet<string> => new Set(member.toLowerCase().split('=').map((word) => singular(word)));
  return { name: singular(name), members: members.split(' ').map(namesOf) };
});

/** Every name of a kind or a member. Most words of a text are none, so this set is asked first. */
const nouns = new Set(kinds.flatMap(({ name, members }) => [name, ...members.flatMap((member) => [...member])]));

/** A noun that went and a noun that came in its place, with the relation of the second to the first. */
export interface KindExchange extends Exchange {
  readonly relation: NounRelation;
}

/** Finds nouns of the source that the rewrite lacks, each with one of its kind that only the rewrite has. */
export function kindExchanges(source: Reading, rewrite: Reading): KindExchange[] {
  const [lost, gained] = [nounsOnlyIn(source, rewrite), nounsOnlyIn(rewrite, source)];
  if (gained.length === 0) return [];
  return lost.flatMap((word) => {
    const partners = gained.map((other) => ({ other, relation: relationOf(singular(word), singular(other)) }));
    // A name of the same thing, or a wider one, is what the noun became, whatever else of its kind came besides.
    if (partners.some(({ relation }) => relation === 'same')) return [];
    const order: readonly NounRelation[] = ['general', 'special', 'other'];
    for (const relation of order) {
      const partner = partners.find((one) => one.relation === relation);
      if (partner) return [{ lost: word, gained: partner.other, relation }];
    }
    return [];
  });
}

/** Gives the nouns of one text that the other lacks. Names with a capital within a sentence are no things: Rose, Turkey. */
function nounsOnlyIn({ tokens }: Reading, other: Reading): string[] {
  const there = new Set(other.words.map((word) => singular(word)));
  const isThing = (noun: string): boolean => nouns.has(noun) && !there.has(noun);
  return tokens.filter(({ word, capital, first }) => isThing(singular(word)) && (!capital || first)).map(({ word }) => word);
}

function relationOf(lost: string, gained: string): NounRelation | 'same' | undefined {
  const memberOf = ({ members }: Kind, noun: string): number => members.findIndex((names) => names.has(noun));
  const places = kinds.map((kind) => ({ name: kind.name, lost: memberOf(kind, lost), gained: memberOf(kind, gained) }));
  if (places.some((place) => place.lost >= 0 && place.lost === place.gained)) return 'same';
  if (places.some(({ name, lost: place }) => name === gained && place >= 0)) return 'general';
  if (places.some(({ name, gained: place }) => name === lost && place >= 0)) return 'special';
  return places.some((place) => place.lost >= 0 && place.gained >= 0) ? 'other' : undefined;
}
