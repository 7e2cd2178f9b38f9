/** The global that Draft.js takes a page to have: the name of Node's own world. */
Object.assign(globalThis, { global: globalThis });
export {};
