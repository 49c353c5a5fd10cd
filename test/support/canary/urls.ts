import { ORIGIN, PRIVATE_IPV4, PRIVATE_IPV6 } from './addresses.ts';

const NOTATIONS = [
  'http://2130706433/', 'http://0x7f000001/', 'http://017700000001/', 'http://0177.0.0.1/', 'http://0x7f.0x0.0x0.0x1/', 'http://127.1/', 'http://127.0.1/',
  'http://0/', 'http://0x0/', 'http://10.1/', 'http://167772161/', 'http://0xa9fea9fe/', 'http://2852039166/', 'http://0251.0376.0251.0376/',
  'http://169.254.43518/', 'http://127.0.0.1./', 'http://127.0.0.1../', 'http://１２７.０.０.１/', 'http://127。0。0。1/', 'http://127｡0｡0｡1/', 'http://①②⑦.⓪.⓪.①/',
  'http://%31%32%37.0.0.1/', 'http://127%2e0%2e0%2e1/', 'http://0x17f000001/', 'http://256.0.0.1/', 'http://127.0.0.256/', 'http://1.2.3.4.5/',
  'http://[0:0:0:0:0:0:0:1]/', 'http://[::0001]/', 'http://[0000::ffff:127.000.000.001]/', 'http://[fe80::1%25lo]/', 'http://[::1%lo]/', 'http://[::FFFF:A00:1]/',
];

const DISGUISES = [
  `http://${ORIGIN}@127.0.0.1/`, `http://${ORIGIN}:80@10.0.0.1/`, `http://${ORIGIN}%2f@10.0.0.1/`, 'http://user:password@[::1]/', `http://127.0.0.1#@${ORIGIN}/`,
  `http://127.0.0.1?@${ORIGIN}/`, `http://127.0.0.1\\@${ORIGIN}/`, 'http:127.0.0.1/', 'http:/10.0.0.1/', 'http:\\\\10.0.0.1\\', 'HTTP://10.0.0.1', 'http:////10.0.0.1/',
  'http://127.0.\n0.1/', 'http://127\t.0.0.1/', 'http://10.0.0.1:80/', 'http://10.0.0.1:8080/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/',
  'http://10.0.0.1:443/', 'http://127.0.0.1:00080/', `http://${ORIGIN}:22/`, `http://${ORIGIN}:25/`, `http://${ORIGIN}:6667/`, `http://${ORIGIN}:0/`,
];

const NAMES = [
  'http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://a.localhost/', 'http://localhost.localdomain/', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'http://loc%61lhost/',
  'http://localhost。/', 'http://printer.local/', 'http://a.internal/', 'http://metadata.google.internal/', 'http://metadata/', 'http://metadata.example/',
  'http://METADATA.example/', 'http://metadata.goog/', 'http://instance-data/', 'http://instance-data.ec2.internal/', 'http://instance-data.example/',
  'http://router.home.arpa/', 'http://a.onion/', 'http://a.alt/', 'http://a.test/', 'http://a.invalid/', 'http://kubernetes.default.svc/', 'http://intranet/',
  'http://pub..example/', 'http://.pub.example/', 'http://host.docker.internal/',
];

const SCHEMES = [
  'file:///etc/passwd', 'file://10.0.0.1/share', 'ftp://10.0.0.1/', 'gopher://10.0.0.1:6379/_INFO', 'dict://10.0.0.1:11211/stats', 'ws://10.0.0.1/', 'wss://10.0.0.1/',
  'ldap://10.0.0.1/', 'data:text/html,<p>x', 'blob:http://10.0.0.1/x', 'jar:http://10.0.0.1!/', 'view-source:http://10.0.0.1/', 'javascript:fetch("http://10.0.0.1")', '//10.0.0.1/', 'unix:/run/docker.sock',
];

/** What must not be reached, asked for by name or number in a URL. */
export const REFUSED_URLS = [
  ...PRIVATE_IPV4.map((address) => `http://${address}/`), ...PRIVATE_IPV6.map((address) => `http://[${address}]/`),
  ...NOTATIONS, ...DISGUISES, ...NAMES, ...SCHEMES,
];

/** Names of the scripted DNS that must be refused whatever they answer, and why. @see dns-server.ts */
export const REFUSED_NAMES: Record<string, string> = {
  'mixed.example': 'a public and a private address',
  'mixed-last.example': 'twenty public addresses and a private one',
  'mixed6.example': 'a public A and a private AAAA',
  'mixed4.example': 'a private A and a public AAAA',
  'mapped.example': 'an AAAA that maps a private address',
  'alias.example': 'an alias of a private name',
  'alias-chain.example': 'a chain of five aliases to a private address',
  'alias-metadata.example': 'an alias of a metadata name',
  'alias-loop.example': 'an alias of itself',
  'truncated.example': 'a private address that comes over TCP only',
  'no-aaaa-answer.example': 'no answer for AAAA',
  'no-a-answer.example': 'no answer for A, a private AAAA',
  'nothing.example': 'no such name',
  'empty.example': 'no address',
  'garbage.example': 'bytes that are no answer',
  'servfail.example': 'SERVFAIL for both',
  'servfail-private.example': 'SERVFAIL for AAAA and a private A',
};
