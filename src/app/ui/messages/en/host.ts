/** The line in the extension's panel about the page beside it. */
export const host = {
  label: 'The page beside',
  from: (title: string) => (title === '' ? 'From the page beside' : `From “${title}”`),
  putBack: 'Put back',
  show: 'Show there',
  takes: {
    shown: 'This text can’t be edited on its page: copy it, or let the page show it until it is loaded again.',
    none: 'This field takes no text. Copy it instead.',
  },
  notices: {
    nothing: 'Nothing is selected. Select text on the page, then click Otherwise in the toolbar.',
    closed: 'This page can’t be read. Select text on it, then click Otherwise in the toolbar; the browser’s own pages stay closed.',
    kept: 'The text is back on its page.',
    shown: 'The page shows it until it is loaded again; nothing is saved there.',
    changed: 'The place on the page has changed, so look there. Copy the text, or select its place and click Otherwise in the toolbar.',
    long: 'The field on the page has room for less text. Shorten it, or copy it.',
    gone: 'The page was left or loaded again. Copy the text, or select its place and click Otherwise in the toolbar.',
  },
};
