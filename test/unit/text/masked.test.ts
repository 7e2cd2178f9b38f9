import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markupSpans } from '../../../src/core/text/markup.ts';
import { Masked } from '../../../src/core/text/masked.ts';

const spansOf = (text: string): string[] => markupSpans(text).map(({ start, end }) => text.slice(start, end));

describe('what is found that comes back letter for letter', () => {
  it.each([
    ['Hi {{first_name}}, order {order_id} of ${shop} has {count} items.', ['{{first_name}}', '{order_id}', '${shop}', '{count}']],
    ['%1$s sent you %d of %@ files, $NAME.', ['%1$s', '%d', '%@', '$NAME']],
    ['{n, plural, one {# file} other {# files}} left by %(user)s', ['{n, plural, one {# file} other {# files}}', '%(user)s']],
    ['Dear [NAME], welcome to [Company Name].', ['[NAME]', '[Company Name]']],
    ['Press <b>Save</b>, <0>here</0> or <br/> <2>.', ['<b>', '</b>', '<0>', '</0>', '<br/>', '<2>']],
    ['Run `npm install` and see [the docs](https://x.org/a_b?c=d).', ['`npm install`', '[', '](https://x.org/a_b?c=d)']],
    ['It is *so* **very** _good_ and ~~bad~~.', ['*', '*', '**', '**', '_', '_', '~~', '~~']],
    ['Mail a.b+c@example.co.uk or see https://x.y/z_1, www.foo.org.', ['a.b+c@example.co.uk', 'https://x.y/z_1', 'www.foo.org']],
    ['Upgrade to v2.3.1 or 3.12.1 with --force in config.yaml.', ['v2.3.1', '3.12.1', '--force', 'config.yaml']],
    ['After 1.e4 e5 2.Nf3 Nc6 comes Qxe5+.', ['1.e4 e5 2.Nf3 Nc6', 'Qxe5+']],
    ['Add H2SO4 to NaOH: 2H2 + O2 → 2H2O.', ['H2SO4', 'NaOH', '2H2 + O2 → 2H2O']],
    ['Thanks @anna for the #MondayMotivation, F-16 and B12.', ['@anna', '#MondayMotivation', 'F-16', 'B12']],
    ['The Kinect™ is © 2024 Acme 😀.', ['™', '© ', '😀']],
    ['Say <s> and <|im_end|>.', ['<s>', '<|im_end|>']],
  ])('in %s', (text, spans) => { expect(spansOf(text)).toEqual(spans); });

  it.each([
    'The USA, McDonald and JavaScript; a 50% discount, 5% more, $5, 5km and 3rd of the 1990s.',
    'He is the CEO. In 5 * 3 * 2 cases, x < 5 and y > 3.',
    'A and/or B, he/she, 24/7 and 1/2 (see p. 3) [1] [sic].',
    'No. I saw He and Co. in one. U.S. Army vs. the rest.',
  ])('is nothing in %s', (text) => { expect(spansOf(text)).toEqual([]); });
});

describe('a masked sentence', () => {
  it.each([
    ['Hi {{first_name}}, order {id} left.', 'Hello Linton, order Barlow has been sent.', 'Hello {{first_name}}, order {id} has been sent.'],
    ['%d files were deleted by %s.', '37 files have been removed by Linton.', '%d files have been removed by %s.'],
    ['Press the <b>Save</b> button.', 'Hit the button labelled Save.', 'Hit the button labelled <b>Save</b>.'],
    ['<p>Hello there, my friend.</p>', 'Hi there, my friend.', '<p>Hi there, my friend.</p>'],
    ['See [the docs](https://x.org/a_b) for more.', 'For more, see the docs.', 'For more, see [the docs](https://x.org/a_b).'],
    ['You must **leave right now**, dear.', 'You have to leave now, dear.', 'You have to **leave now**, dear.'],
    ['You need to **act quickly** on <i>it</i>.', 'You have to move fast on this.', 'You have to **move fast** on <i>this</i>.'],
    ['Thanks a lot 😀🎉!!!', 'Thanks so much!', 'Thanks so much 😀🎉!!!'],
    ['Thanks a lot 😀!', 'A lot of thanks!', 'A lot of thanks 😀!'],
    ['🎉 We won the game', 'We were victorious', '🎉 We were victorious'],
    ['I love 😀 this place.', 'I adore this place.', 'I adore 😀 this place.'],
    ['Great work today! #sunny #fun', 'Good job today!', 'Good job today! #sunny #fun'],
    ['@anna @bob Thanks for coming', 'Thank you for coming', '@anna @bob Thank you for coming'],
    ['The Kinect™ sensor isn’t “old”.', "The Kinect sensor's not \"old\".", 'The Kinect™ sensor’s not “old”.'],
    ['Line one<br>line two stays.', 'Line one line two remains.', 'Line one<br>line two remains.'],
    ['The ${size}GB disk is full.', 'The 37 disk has no room left.', 'The ${size}GB disk has no room left.'],
  ])('gives the rewrite of %s its marks and markup back', (sentence, rewrite, expected) => {
    const mask = new Masked(sentence);
    expect(mask.restore(mask.plain)?.text).toBe(sentence);
    expect(mask.restore(rewrite)?.text).toBe(expected);
    expect(mask.maskLike(expected)).toBe(rewrite);
    expect(mask.lost(rewrite)).toEqual([]);
  });

  it.each([
    ['Hi {{first_name}}, order {id} has shipped.', 'Order Barlow has been sent, Linton.', ['{id}']],
    ['Hi {{first_name}}, order {id} has shipped.', 'Hi Linton and Linton, order Barlow is out.', ['{{first_name}}']],
    ['Press the <b>Save</b> button.', 'Press the button.', ['<b>', '</b>']],
    ['Add H2SO4 slowly.', 'Add the acid slowly.', ['H2SO4']],
    ['Mail a@b.org today.', 'Mail him today.', ['a@b.org']],
  ])('names what a rewrite of %s has lost, doubled or put in another order', (sentence, rewrite, lost) => {
    const mask = new Masked(sentence);
    expect(mask.lost(rewrite)).toEqual(lost);
    expect(mask.restore(rewrite)).toBeUndefined();
  });

  it('keeps spans that are asked for letter for letter in any order, and tells where they stand', () => {
    const sentence = 'Anna’s “old” friend Bob Lee lives in New York.';
    const spans = ['Bob Lee', 'Lee', 'New York'].map((form) => {
      const start = sentence.indexOf(form);
      return { start, end: start + form.length, as: 'seen' as const };
    });
    const mask = new Masked(sentence, { spans });
    expect(mask.plain).toBe('Anna\'s "old" friend Bob Lee lives in New York.');
    expect(mask.kept).toEqual(['Bob Lee', 'New York']);
    const restored = mask.restore('Bob Lee, Anna\'s "old" friend, has his home in New York.');
    expect(restored?.places.map(({ start, end }) => restored.text.slice(start, end))).toEqual(['Bob Lee', 'Lee', 'New York']);
    expect(mask.restore('Her friend Bob Leigh lives in New York.')).toBeUndefined();
    const turned = mask.restore('In New York lives Bob Lee.');
    expect(turned?.places.map(({ start, end }) => turned.text.slice(start, end))).toEqual(['Bob Lee', 'Lee', 'New York']);
  });

  it('has no word where all of it is protected, and constraints in its own words', () => {
    expect(new Masked('https://example.org/a #b 😀').hasWords).toBe(false);
    const mask = new Masked('Say “hello” to {{name}}, don’t you?');
    expect(mask.hasWords).toBe(true);
    expect([mask.phrase('{{name}}'), mask.phrase('don’t')]).toEqual(['Linton', "don't"]);
    expect(mask.written(['Linton', "Linton's"])).toEqual(['{{name}}', "{{name}}'s"]);
  });

  it('comes back whole when nothing changed, whatever stands in it (property)', () => {
    const item = fc.constantFrom(
      'we', 'don’t', '“go”', 'home', '{{name}}', '%d', '<b>now</b>', '`x y`', '[here](https://x.org)', '**or**', 'a@b.org', 'v1.2.3',
      '@anna', '#fun', '😀', '🎉🎉', 'H2SO4', 'Kinect™', '1.e4 e5',
      '—', 'so…', 'yes!!!', 'New York,', '<br>', '$5', '50%',
    );
    fc.assert(fc.property(fc.array(item, { minLength: 1, maxLength: 9 }).map((some) => some.join(' ')), (sentence) => {
      const mask = new Masked(sentence);
      expect(mask.restore(mask.plain)?.text).toBe(sentence);
      expect(mask.maskLike(sentence)).toBe(mask.plain);
    }), { numRuns: 1000 });
  });
});
