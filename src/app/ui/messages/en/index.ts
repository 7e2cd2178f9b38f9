export * from './chrome.ts';
export * from './compose.ts';
export * from './engine.ts';
export * from './host.ts';
export { excess, failure, remedies } from './failures.ts';
export * from './rewrites.ts';
