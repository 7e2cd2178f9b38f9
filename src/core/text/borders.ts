import { standsAlone } from './letter-forms.ts';

/** The two sides of a place where a sentence may end, each with its white space. */
export interface Sides {
  /** The end of the left side, as far back as abbreviations reach. */
  readonly left: string;
  /** The beginning of the right side. */
  readonly right: string;
  /** Tells whether the left side has a letter, and the right side up to the next such place a letter or a digit. */
  readonly worded: boolean;
  readonly isFollowed: boolean;
  /** Tells whether the whole text has no capitals, so that they tell of no beginning. */
  readonly small: boolean;
}

const list = (words: string): string => words.split(' ').join('|');
const start = '(?:^|[^\\p{L}\\p{N}.])';
const ends = (words: string): RegExp => new RegExp(`${start}(?:${list(words)})\\.$`, 'u');

/** Words before a name or a further word: a full stop behind them never ends a sentence. */
const leading = ends(
  'Abp Adm Ald Amb Atty Bp Brig Capt Cdr Cllr Cmdr Col Cpl Det Dr Drs Fr Ft Gen Gov Hon Insp Lieut Lt Maj Messrs ' +
  'Mgr Mme Mlle Mr Mrs Ms Mt Pres Prof Pte Pvt Rep Rev Sen Sgt Supt vs v ca [Ee]\\.\\s?g [Ii]\\.\\s?e a\\.k\\.a ' +
  '[Cc]f [Vv]iz [Aa]pprox [Ee]sp [Ii]ncl [Rr]esp',
);
/** Words before a number, a Roman one or a single letter: No. 5, Fig. 3b, Vol. XII, Sec. A. */
const numbered = ends(
  'No Nos Fig Figs Eq Eqs Sec Sect Vol Vols Ch Chap Art Par Para Paras Ref Refs Tab App Ex Apt Ste Rm Bldg Hwy Rte ' +
  'Tel Ext Ln Pt Bk Op Opp fig figs eq eqs sec sect vol vols ch chap art par para paras ref refs tab app apt pt bk ' +
  'op p pp nos tel ext max min avg est b d c fl n nn',
);
/** Words before a lower-case *no.* that means a number; behind others it is a refusal. */
const houseNumber = /(?:^|[^\p{L}])(?:at|in|is|of|on|to|by|the|from|platform|house|room|number|gate|and|or|,)\s+no\.$/iu;
const ordinal = /N[°º]\.$/u;
/** Words before a day: Jan. 5, Fri. 13. */
const calendar = ends('Jan Feb Mar Apr Jun Jul Aug Sept? Oct Nov Dec Mon Tues? Wed Thurs? Thu Fri Sat Sun');
const measure = /\d\s?(?:ft|in|lbs?|oz|hrs?|min|sec|mi|yd|kg|km|cm|mm)\.$/u;
/** Parts of names of companies, people, journals and places: the rest of the name may follow. */
export const suffix = ends(
  'al [Ee]tc Inc Ltd Co Corp Bros LLC LLP Plc Jr Sr Esq Ph\\.D M\\.D Est Dept Univ Assn Assoc [Ss]t Ave Blvd Rd ' +
  'Calif Mass Conn Fla Mich Minn Tenn Wash',
);
const journal = ends('Chem Phys Biol Sci Med Acad Natl Proc Trans Lett Rev Soc Am Univ Intl Math Psychol Econ Comp Eng');
const saint = new RegExp(`${start}St\\.$`, 'u');
const initial = /(?:^|[^\p{L}\p{N}'’])\p{Lu}\.$/u;
/** Words before a letter that is no initial: “you and I.”, “plan B.”, “got an A.” */
const lettered = list(
  'a an the vitamin plan group type class grade hepatitis appendix section part option team room gate exhibit point letter',
);
const letterWord = new RegExp(`(?:^|\\P{L})I\\.$|\\b(?:${lettered}) \\p{L}\\.$`, 'iu');
const middleI = /\p{Lu}\p{Ll}+ I\.$/u;
const acronym = /(?:^|[^\p{L}\p{N}])(?:\p{L}\.\s?){2,}$/u;
const clock = /(?:^|[^\p{L}])[ap]\.\s?m\.$/iu;
/** A time alone, which begins a sentence that goes on: “At 5 a.m.” */
const onlyTime = /^["'“‘(]?(?:At|By|Around|Before|After|Until|From|On)\s\S+(?:\s\S+){0,3}$/u;
const months = list('January February March April May June July August September October November December');
const afterClock = new RegExp(`^(?:\\p{N}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|${months}|[A-Z]{2,4}\\b)`, 'u');
/** A postscript, a note, the speaker of a question: their text follows. */
const heading = /^["'“‘(]?(?:P\.\s?(?:P\.\s?)?S|N\.\s?B)\.$/u;
/** A number, a letter or a sign in front of an item of a list. */
const label = /^\s*(?:[•·*⁃–-]\s?)?\(?(?:\d{1,3}|\p{L}|[ivxIVX]{1,6})[.)]\)?\s*$/u;
/** Words before a number that belongs to the text behind it: “Step 1. Remove the lid.” */
const counted = list('Step Rule Task Tip Note Question Exercise Problem Option Phase Stage Lesson Item Point');
const numberedLabel = new RegExp(`^\\s*(?:${counted})\\s(?:\\d{1,3}|[IVX]{1,4}|[A-Z])\\.\\s*$`, 'iu');
/** Names that end in a mark. */
const markedName = /\b(?:Yahoo|Jeopardy|Wham|Panic|Airplane|Oklahoma|Mamma Mia)!$/u;
const afterMarkedName = /^(?:Inc|Finance|News|Mail|Sports|Answers|Japan|Groups|Messenger|At)\b/u;
/** Words that begin a sentence more often than they carry on a name after an initial or an acronym. */
export const starters: ReadonlySet<string> = new Set((
  'A After All Almost Also Although Always Among An And Another Any Anyone Are As At Be Because Before Between Both ' +
  'But By Can Come Could Despite Did Do Does Don During Each Either Even Ever Every Everybody Everyone Everything ' +
  'Few Finally First Five For Four From Go Had Has Have He Her Here His How However Hundreds I If In Instead Into ' +
  'Is It Its Just Last Later Let Like Look Many Maybe Me Meanwhile Millions More Most Much My Neither Never Next No ' +
  'Nobody None Not Nothing Now Of Often Oh On Once One Only Or Other Others Our Over People Perhaps Please See ' +
  'Several She Should Since So Some Somebody Someone Something Soon Sorry Still Such Take Ten Thank Thanks That The ' +
  'Their Then There These They This Those Though Thousands Three Through To Today Together Tomorrow Too Two Under ' +
  'Unless Until Us Was We Well Were What When Where Whether Which While Who Whose Why Will With Without Would Yes ' +
  'Yesterday Yet You Your'
).split(' '));

/** Verbs that tell who spoke. */
const saying = list(
  'said says asked asks replied answered exclaimed shouted cried whispered called yelled screamed muttered murmured ' +
  'snapped added began continued demanded inquired enquired responded remarked observed laughed sighed groaned ' +
  'growled hissed gasped wondered thought agreed insisted suggested explained admitted announced declared protested ' +
  'pleaded begged warned interrupted repeated roared barked bellowed mumbled stammered sobbed wailed joked ' +
  'concluded',
);
const speaker = '(?:I|(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Captain|Professor|Aunt|Uncle)\\.? )?(?:\\p{Lu}[\\p{L}’\'-]*\\.? ?){1,3}?)';
const attribution = new RegExp(`^${speaker} ?(?:${saying})\\b`, 'u');
const toldAndDone = new RegExp(`^${speaker} ?(?:${saying})(?: \\p{L}+ly)?(?:[.,;:!?]|$)`, 'u');
/** A new sentence begins like this; who spoke would be named in lower case (he, she). */
const newSubject = /^(?:He|She|They|We|You|It|The|This|That|A|An|My|His|Her|Our|Their|Someone|Everyone|Nobody|No|And|But|Then|So)\s/u;

const closers = /[\s"'”’)\]}»]+$/u;
const openers = /^[\s"'“‘([{«¿¡–—-]+/u;
/** A word in lower case, or one that always begins so (iPhone, eBay). */
const lower = /^\p{Ll}(?!\p{Ll}?\p{Lu}\p{Ll})/u;
const breaks = /\r\n|[\n\r\u0085\u2028\u2029]/gu;

/** A reference behind the end of a quotation, “(Smith 55).”: the end of the sentence is behind it. */
const aside = /^\([^()]*[^.!?()\s]\)[.!?;,]/u;

/** Abbreviations behind which a sentence without capitals goes on; behind the others a number would have to follow. */
const smallAbbreviation = new RegExp(
  [leading.source, acronym.source, ends('etc inc ltd corp bros jr sr st dept').source].join('|'), 'iu',
);

/** Tells whether a sentence ends in a text without capitals: behind a mark that closes no abbreviation, omission or quotation. */
function endsSmall(left: string): boolean {
  const head = left.trimEnd();
  return /[.!?…]\)?$/u.test(head) && !smallAbbreviation.test(head) && !omits(head) && !label.test(left) && !numberedLabel.test(left);
}

/** Tells whether no sentence ends at a place where punctuation would let one end. */
export function goesOn({ left, right, worded, isFollowed, small }: Sides): boolean {
  const gap = /\s*$/u.exec(left)?.[0] ?? '';
  const lines = gap.match(breaks)?.length ?? 0;
  if (lines > 1 || /\u2029/u.test(gap)) return false;
  if (!isFollowed) return lines === 0;
  const next = right.replace(openers, '');
  if (small && worded && lower.test(next) && endsSmall(left)) return false;
  if (lower.test(next)) return lines === 0 || (worded && !standsAlone(left, right));
  if (lines > 0) return false;
  if (!worded || label.test(left) || numberedLabel.test(left)) return true;
  const after = right.trimStart();
  return isSpeech(left.trimEnd(), next) || aside.test(after) || isInBrackets(left, right) || continues(left, after, next);
}

/** Tells `"Good morning!" Harry exclaimed.`, which is one sentence, from `"Good morning." Harry said nothing.`, which is two. */
function isSpeech(left: string, next: string): boolean {
  if (!/[.!?…]["”’»']$/u.test(left) || newSubject.test(next)) return false;
  return (/[!?…]["”’»']$/u.test(left) ? attribution : toldAndDone).test(next);
}

/**
 * Tells whether a place is within brackets of a sentence that goes on: “He teaches (He was an engineer. That was long ago.) at a school.”
 */
function isInBrackets(left: string, right: string): boolean {
  const opens = left.lastIndexOf('(');
  return opens > 0 && !left.slice(opens).includes(')') && /\S/u.test(left.slice(0, opens)) && /\)[\s,;:]*\p{Ll}/u.test(right);
}

/** Tells whether an abbreviation, an initial, a number or an omission ends here, and the right side continues it. */
function continues(left: string, after: string, next: string): boolean {
  const head = left.replace(closers, '');
  if (/^&/u.test(after) || leading.test(head) || heading.test(head.trimStart())) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next)?.[0] ?? '';
  const isName = /^\p{Lu}\.\s?\p{Lu}/u.test(next) || (/^\p{Lu}/u.test(word) && !starters.has(word));
  const isNumber = /^(?:\p{N}|\p{L}(?!\p{L})|[IVXLC]+\b)/u.test(next) && !/^[AI]\s/u.test(next);
  if ((numbered.test(head) || houseNumber.test(head) || ordinal.test(head)) && isNumber) return true;
  if ((calendar.test(head) || measure.test(head)) && /^\p{N}/u.test(next)) return true;
  if (clock.test(head)) return afterClock.test(next) || (isName && onlyTime.test(head.trimStart()));
  if (markedName.test(head)) return afterMarkedName.test(next);
  if (omits(head)) return /^I\b/u.test(next) || (isName && /^\s?[,;]/u.test(next.slice(word.length)));
  if (suffix.test(head) && /^[\p{N}([]/u.test(after)) return !/^\([^()]*[.!?]\)/u.test(after);
  if (initial.test(head)) return isName && (!letterWord.test(head) || middleI.test(head));
  return isName && (acronym.test(head) || saint.test(head) || journal.test(head));
}

/** Tells whether a text ends in three dots, apart or not, that mark an omission; a fourth one ends the sentence. */
const omits = (head: string): boolean => /(?:(?<![.…]\s?)(?:\. ?\. ?\.|…))$/u.test(head) && !/\.\s?\.\s?\.\s?\.$/u.test(head);
