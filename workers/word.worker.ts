/** Reads Word documents beside the page, which goes on meanwhile; what a broken one does to its reader ends with the worker. */
import { expose } from 'comlink';
import { wordToHtml } from '../src/rich/word/to-html.ts';

expose(wordToHtml);
