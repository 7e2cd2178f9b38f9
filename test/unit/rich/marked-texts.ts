/** Texts of several kinds; a letter and a bar stand before each line that is no prose (`g|` for a greeting; the test names them all). */
export const markedTexts: Readonly<Record<string, string>> = {
  'an e-mail among colleagues': `
g| Hi Marta,

thanks for getting back to me so quickly. Could we move the call to Thursday?

s| Best,
s| Jonas`,
  'an e-mail whose first line goes on in small letters': `
g| Hi Marta,
thanks for getting back to me so quickly.
s| Kind regards
s| Jonas Weber`,
  'an e-mail with a whole signature': `
g| Dear Mr. Okafor,

Please find the signed contract attached. We would be glad to start in May.

s| Yours sincerely,

s| Helen Parker
s| Head of Sales
s| Otter & Sons Ltd
s| +44 20 7946 0958
s| www.otter.example`,
  'an e-mail with its fields above': `
l| From: Anna Lindqvist
l| To: all@example.org
l| Subject: New opening hours

g| Dear all,

We are open until eight from Monday.

s| Many thanks
s| Anna`,
  'an answer above what it answers': `
g| Hello Tom!

I agree with your plan. Let us meet at noon.

s| Cheers,
s| Sam

q| On Tue, 4 March 2025 at 10:12, Tom Hill wrote:
q| > Shall we change the plan?
q| > I would start later.`,
  'an e-mail from a telephone': `
g| Hey!

I am running ten minutes late. Start without me, please.

s| Sent from my iPhone`,
  'an e-mail with a bare name above and below': `
g| Marta,

the report is ready. I put it on your desk.

s| Jo`,
  'an e-mail with a farewell and name on one line': `
g| Good morning everyone,

The printer on the second floor works again.

s| Kind regards, Priya Shah`,
  'a letter from abroad, to a company and with love': `
h| Otter Railways Ltd.
h| 220 Station Rd.

h| Visit on 3 May

g| Dear Rose,

We all hope that you may visit us in May. Thanks to you the roof is dry.

s| With lots of love from all of us,

s| Marta and Tom`,
  'an essay with a question for a title, and what it cites': `
h| Who Was the Real Shakespeare?

Nobody knows for sure. He works for Globe Players Ltd.

w| References

l| Smith, J. (2019). The quiet stage. Oxford: Lantern Press.

h| About the author

Anna teaches history.`,
  'a postscript below the name': `
g| Dear Ben,

It was lovely to see you.

s| Love,
s| Grandma

P.S. You left your scarf in the kitchen.`,
  'small print below a signature': `
g| Dear Ms. Lee,

Your order left our warehouse today.

s| Warm regards,
s| The Otter Team

s| This e-mail and its attachments are confidential and intended for you only.`,
  'a letter with its head': `
h| 12 High Street
h| London SW1A 1AA

h| 3 June 2024

g| To whom it may concern:

I have known Ms. Adeyemi for six years. She has always been reliable.

s| Yours faithfully,

s| R. J. Brown`,
  'a letter of complaint': `
g| Dear Sir or Madam,

I bought a kettle from you in March. It broke after two weeks.

I would like my money back.

s| Yours truly,
s| Peter Novak`,
  'a love letter': `
My dearest, you have been away too long.

I miss you.

s| Yours,
s| Kit`,
  'minutes with fields and headings': `
h| Minutes of the board meeting

l| Date: 12 May 2024
l| Present: Anna, Ben, Carla
l| Apologies: David Stone

w| 1. Budget

Ben presented the budget for next year. The board approved it.

h| 2. Any other business

There was none.`,
  'minutes with points': `
h| Action items

• Anna to send the report by Friday
• Ben will call the landlord about the roof
l| • Coffee machine
w| • Parking

The next meeting is on 3 June.`,
  'minutes that name who spoke': `
h| Team sync

Anna: I think we should wait for the numbers.
Ben: That would cost us a month.`,
  'an essay with a title and chapters': `
h| The Quiet Power of Walking

Walking is the oldest form of travel. It costs nothing.

h| Why we walk

People walk for many reasons. Some want to think.

w| Conclusion

Walking will not go out of fashion.`,
  'an essay in Markdown': `
h| # A short history of tea

Tea came to Europe in the seventeenth century.

h| ## From China to London

It was a luxury at first.

h| **What came later**

By 1800 everybody drank it.`,
  'an essay in capitals': `
w| INTRODUCTION

This paper is about rain.

h| METHODS AND MATERIALS

We measured rain for a year.`,
  'a post with tags': `
I finally finished my first marathon. My legs hurt, but my heart is full!

Thank you to everybody who cheered.

l| #running #marathon #happy`,
  'a post of one breath': `
w| Congratulations!

We reached ten thousand readers today. You made this possible.

l| https://example.org/news`,
  'a post without stops': `
just finished my first marathon and i can't believe it

my legs hurt so much today`,
  'a post with a greeting in its first line': `
g| Hello world! 🌍
Today I would like to tell you about my garden. It is small.`,
  'a notice': `
g| Dear neighbours,

The water will be off on Monday from nine to eleven.

s| Thank you,
s| Your House Management`,
  'a list of shopping': `
Please buy these on your way home:

w| - milk
l| - brown bread
- two pounds of the cheap potatoes`,
  'a table': `
The prices rose in all three years.

l| Year	Price
l| 2021	4.20

Nobody knows why.`,
  'wrapped prose': `
The committee decided to postpone
the meeting until next week. Several members
had asked for more time.`,
  'a farewell that is prose': `
g| Hi Sam,

The keys are under the mat. Have a great weekend and see you on Monday!

s| Thanks again,
s| Lou`,
  'thanks that begin a text': `
Thanks for the quick answer. I will call the bank.

Thank you for your patience as well.`,
  'an invitation': `
g| Ladies and gentlemen,

It is an honour to speak here tonight. I will be brief.

Thank you for coming.`,
};
