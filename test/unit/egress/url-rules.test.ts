import assert from 'node:assert/strict';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { judgeUrl } from '../../../services/egress/url-rules.ts';

const nothing = parseAllowList();
const verdict = (url: string, allow = nothing) => {
  const judged = judgeUrl(url, allow);
  return judged.status === 'accepted' ? 'accepted' : judged.code;
};

const NO_URLS = [
  '',
  'example.com',
  '/path',
  '//example.com/',
  'http://',
  'https:///',
  'http://exa mple.com/',
  'http://[::1',
  'http://a.com:99999/',
  'http://1.2.3.256/',
];
const OTHER_SCHEMES = [
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/html,x',
  'javascript:alert(1)',
  'mailto:a@b.c',
  'ws://example.com/',
  'blob:https://example.com/x',
];
const PRIVATE_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'a.localhost',
  'a.localhost.',
  'intranet',
  'x.localdomain',
  'printer.local',
  'vault.internal',
  'router.home.arpa',
  'hidden.onion',
  'a.alt',
  'a.test',
  'a.invalid',
  'db.default.svc',
  'a.b.svc.',
  'metadata',
  'metadata.google.internal',
  'metadata.azure.com',
  'Metadata.example.com',
  'instance-data',
  'instance-data.example.com',
  'a。localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'printer．local',
  'x｡internal',
  'a..example.com',
  '.example.com',
];

describe('the URL rules', () => {
  for (const url of NO_URLS) {
    it(`reject ${JSON.stringify(url)} as not a URL`, () => assert.equal(verdict(url), 'invalid_url'));
  }

  for (const url of OTHER_SCHEMES) {
    it(`do not serve ${url}`, () => assert.equal(verdict(url), 'unsupported_scheme'));
  }

  for (const name of PRIVATE_NAMES) {
    it(`refuse the name ${name}`, () => assert.equal(verdict(`http://${name}/`), 'url_not_accessible'));
  }

  for (const port of [0, 22, 25, 110, 143, 6000, 6667, 10080]) {
    it(`refuse port ${port}`, () => assert.equal(verdict(`http://example.com:${port}/`), 'url_not_accessible'));
  }

  for (const url of [
    'http://example.com/',
    'https://example.com:8443/a?b=c',
    'http://example.com./',
    'http://metadata-tools.com/',
    'https://xn--bcher-kva.example.org/',
    'http://local.example.com/',
    'http://mysvc.com/',
  ]) {
    it(`accept ${url}`, () => assert.equal(verdict(url), 'accepted'));
  }

  const literals: Array<[url: string, address: string]> = [
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://0xa9fea9fe/', '169.254.169.254'],
    ['http://[::1]/', '::1'],
    ['http://[0:0:0:0:0:ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1'],
  ];
  for (const [url, address] of literals) {
    it(`see ${address} in ${url}`, () => {
      const judged = judgeUrl(url, nothing);
      assert.equal(judged.status === 'accepted' ? judged.literalAddress : judged, address);
    });
  }

  it('drop userinfo and fragment, and are not misled by them', () => {
    const judged = judgeUrl('http://example.com:80@127.0.0.1:8080/a?b#c', nothing);
    assert.equal(judged.status === 'accepted' && judged.url.href, 'http://127.0.0.1:8080/a?b');
    assert.equal(judged.status === 'accepted' && judged.literalAddress, '127.0.0.1');
  });

  it('let listed hosts pass the name and port rules, at the listed port only', () => {
    const allow = parseAllowList('localhost:6000');
    assert.equal(verdict('http://localhost:6000/', allow), 'accepted');
    assert.equal(verdict('http://localhost.:6000/', allow), 'accepted');
    assert.equal(verdict('http://localhost:8080/', allow), 'url_not_accessible');
    assert.equal(verdict('http://a.localhost:6000/', allow), 'url_not_accessible');
  });
});
