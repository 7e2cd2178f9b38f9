import { describe, expect, it } from 'vitest';
import { addressOf, nameOf, readAddress, readAddresses } from '../../../src/engine/files/hub/address.ts';
import { HUB, hubOf } from '../../../src/engine/engine-address.ts';
import { contentPolicy, policyWithHub } from '../../../src/engine/policy.ts';

describe('the address of a model', () => {
  it.each([
    ['owner/name', 'https://huggingface.co/owner/name'],
    ['  owner/na.me-1_0  ', 'https://huggingface.co/owner/na.me-1_0'],
    ['owner/name#q8', 'https://huggingface.co/owner/name#q8'],
    ['https://huggingface.co/owner/name', 'https://huggingface.co/owner/name'],
    ['https://huggingface.co/owner/name/tree/main/onnx', 'https://huggingface.co/owner/name'],
    ['http://127.0.0.1:8080/mirror/owner/name', 'http://127.0.0.1:8080/mirror/owner/name'],
  ])('is read from %s, and read again', (pasted, address) => {
    const read = readAddress(pasted);
    expect(read && addressOf(read)).toBe(address);
    expect(readAddress(address)).toEqual(read);
  });

  it.each([
    '', 'name', 'a/b/c', '../x', 'owner/../name', 'ftp://host/owner/name', 'https://host/name', 'javascript:alert(1)', 'owner/na me',
  ])('is not %j', (pasted) => { expect(readAddress(pasted)).toBeUndefined(); });

  it('of a pair is two', () => {
    expect(nameOf(readAddresses('pair:a/b#q8, https://h.test/x/y') ?? [])).toBe('pair:https://huggingface.co/a/b#q8,https://h.test/x/y');
    expect(nameOf(readAddresses('a/b') ?? [])).toBe('https://huggingface.co/a/b');
    for (const wrong of ['pair:a/b', 'pair:a/b,', 'pair:a/b,c/d,e/f', 'a/b,c/d', 'pair:a,b']) expect(readAddresses(wrong)).toBeUndefined();
  });

  it('is of the hub that is named', () => {
    expect(readAddress('owner/name', 'http://127.0.0.1:1/')).toEqual({ hub: 'http://127.0.0.1:1/', id: 'owner/name' });
  });
});

describe('the policy of an engine', () => {
  const withHub = (address: string, hub: string): string => {
    const url = new URL(address);
    url.searchParams.set(HUB, hub);
    return url.href;
  };
  const program = 'https://host/app/assets/paraphrase.worker-AbC_1-2.js';

  it('opens for the one host it was started for, and for nothing else', () => {
    const hub = 'https://huggingface.co';
    expect(hubOf(withHub(program, hub))).toBe(hub);
    expect(policyWithHub(hub)).toBe(contentPolicy.replace("connect-src 'self'", `connect-src 'self' ${hub}`));
    expect(policyWithHub(hub)).not.toBe(contentPolicy);
  });

  it.each([
    program,
    withHub('https://host/app/assets/word.worker-x.js', 'https://huggingface.co'),
    withHub('https://host/app/index.html', 'https://huggingface.co'),
    withHub(program, 'data:text/plain,x'),
    withHub(program, '*'),
    withHub(program, 'x; default-src *'),
  ])('stays closed at %s', (address) => { expect(hubOf(address)).toBeUndefined(); });

  it('takes nothing of an address but its origin', () => {
    expect(hubOf(withHub(program, "https://a.test/x; default-src *"))).toBe('https://a.test');
  });
});
