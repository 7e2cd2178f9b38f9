import type { Span } from './words.ts';

const currency = '(?:[$€£¥₹]|(?:US|A|C|NZ)\\$|(?:USD|EUR|GBP|CHF|JPY)\\s)';
const scale = '(?:hundred|thousand|million|billion|trillion)';
const units =
  'km/h|km|cm|mm|nm|m|kg|mg|g|ml|cl|l|lbs?|oz|ft|mi|mph|kB|MB|GB|TB|kW|MW|kWh|W|V|Hz|kHz|MHz|GHz|ms|min|s|h|hrs?|' +
  'a\\.m\\.|p\\.m\\.|am|pm|' +
  'USD|EUR|GBP|CHF|JPY|euros?|dollars?|pounds?|cents?|percent|per\\s+cent|percentage\\s+points?|degrees?|' +
  'kilomet(?:re|er)s?|met(?:re|er)s?|centimet(?:re|er)s?|miles?|inch(?:es)?|feet|foot|yards?|acres?|hectares?|' +
  'kilos?|kilograms?|grams?|tons?|tonnes?|' +
  'lit(?:re|er)s?|gallons?|seconds?|minutes?|hours?|days?|weeks?|months?|years?';
const digits = "\\d+(?:[.,:'’/-]\\d+)*";
const signed = `[$€£¥₹]|[%‰]|°\\s?[CF]?`;
const amount = new RegExp(
  `(?<![\\p{L}\\p{N}])${currency}?${digits}(?:st|nd|rd|th|s)?(?:[\\s\\u00a0]${scale}(?!\\p{L}))?` +
    `(?:[\\s\\u00a0-]?(?:${signed}|(?:${units})(?![\\p{L}\\p{N}])))?(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Finds the amounts of a text, each with its unit or currency: `€1,240.50`, `3.5 million dollars`, `20 km/h`, `12 %`, `10:30 a.m.` */
export function amounts(text: string): Span[] {
  return [...text.matchAll(amount)].map(({ 0: form, index }) => ({ text: form, start: index, end: index + form.length }));
}
