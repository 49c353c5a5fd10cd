import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { flips } from './flips.ts';

const A = 1;
const CNAME = 5;
const AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;

type Answer = { rcode?: number; addresses?: string[]; alias?: string; isTruncated?: boolean } | 'silence' | 'garbage';

const PUBLIC = '93.184.216.34';
const PUBLIC6 = '2606:4700:4700::1111';
const INNER = '10.0.0.1';
const MANY = Array.from({ length: 20 }, (_, n) => `93.184.216.${n + 34}`);

/** By name: the answer to a question of a type, when it is asked for the n-th time. Times to live are 0. */
const SCRIPT: Record<string, (type: number, asked: number, isTcp: boolean) => Answer> = {
  'pub.example': (type) => ({ addresses: type === A ? [PUBLIC] : [] }),
  'mixed.example': (type) => ({ addresses: type === A ? [PUBLIC, INNER] : [] }),
  'mixed-last.example': (type) => ({ addresses: type === A ? [...MANY, INNER] : [] }),
  'mixed6.example': (type) => ({ addresses: type === A ? [PUBLIC] : ['fd00::1'] }),
  'mixed4.example': (type) => ({ addresses: type === A ? [INNER] : [PUBLIC6] }),
  'mapped.example': (type) => ({ addresses: type === A ? [PUBLIC] : ['::ffff:10.0.0.1'] }),
  'alias.example': () => ({ alias: 'inner.example' }),
  'inner.example': (type) => ({ addresses: type === A ? [INNER] : [] }),
  'alias-chain.example': () => ({ alias: 'c1.example' }),
  'alias-metadata.example': () => ({ alias: 'metadata.google.internal' }),
  'metadata.google.internal': (type) => ({ addresses: type === A ? ['169.254.169.254'] : [] }),
  'alias-loop.example': () => ({ alias: 'alias-loop.example' }),
  'truncated.example': (type, _asked, isTcp) =>
    isTcp ? { addresses: type === A ? [INNER] : [] } : { isTruncated: true },
  'no-aaaa-answer.example': (type) => (type === A ? { addresses: [PUBLIC] } : 'silence'),
  'no-a-answer.example': (type) => (type === A ? 'silence' : { addresses: ['fd00::1'] }),
  'empty.example': () => ({ addresses: [] }),
  'garbage.example': () => 'garbage',
  'servfail.example': () => ({ rcode: SERVFAIL }),
  'servfail-private.example': (type) => (type === A ? { addresses: [INNER] } : { rcode: SERVFAIL }),
  'servfail-public.example': (type) => (type === A ? { addresses: [PUBLIC] } : { rcode: SERVFAIL }),
  'only6.example': (type) => ({ addresses: type === A ? [] : [PUBLIC6] }),
  'truncated-public.example': (type, _asked, isTcp) =>
    isTcp ? { addresses: type === A ? [PUBLIC] : [] } : { isTruncated: true },
  'alias-public.example': () => ({ alias: 'pub.example' }),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`c${n}.example`, () => ({ alias: n === 5 ? 'inner.example' : `c${n + 1}.example` })]),
  ),
  // Public at first, then a private one: each lookup asks for both types.
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((after) => [
      `rebind-${after}.example`,
      (type: number, asked: number) => ({ addresses: type === A ? [asked <= after ? PUBLIC : INNER] : [] }),
    ]),
  ),
};

const FLIPS = new Map(flips('').map((flip) => [flip.hostname, flip]));

/** `v4-10-0-0-1.example` and `v6-2600--1.example` have the address that they name. */
function answerFor(name: string, type: number, isTcp: boolean, asked: number): Answer {
  const [, v4] = /^v4-([\d-]+)\.example$/.exec(name) ?? [];
  if (v4) return { addresses: type === A ? [v4.replaceAll('-', '.')] : [] };
  const [, v6] = /^v6-([\da-f.-]+)\.example$/.exec(name) ?? [];
  if (v6) return { addresses: type === AAAA ? [v6.replaceAll('-', ':')] : [] };
  const flip = FLIPS.get(name);
  if (flip) return { addresses: type === A ? [asked <= flip.after ? flip.publicAddress : flip.privateAddress] : [] };
  return SCRIPT[name]?.(type, asked, isTcp) ?? { rcode: NXDOMAIN };
}

/** Answers on port 53 of these addresses, over UDP and TCP. */
export async function startDnsServer(addresses: string[]): Promise<void> {
  const asked = new Map<string, number>();
  const reply = (question: Buffer, isTcp: boolean): Buffer | undefined => {
    const { name, type, end } = readQuestion(question);
    const key = `${name} ${type}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
    const answer = answerFor(name, type, isTcp, asked.get(key) ?? 0);
    if (answer === 'silence') return undefined;
    if (answer === 'garbage') return Buffer.concat([question.subarray(0, 2), Buffer.alloc(40, 0xff)]);
    const more = (alias: string) => answerFor(alias, type, isTcp, 1);
    return message(question.subarray(0, end), answer, recordsOf({ name, type, answer, more }));
  };
  for (const address of addresses) {
    const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    udp.on('message', (question, from) => {
      const answer = reply(question, false);
      if (answer) udp.send(answer, from.port, from.address);
    });
    udp.bind(53, address);
    const tcp = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => {
        const answer = reply(chunk.subarray(2), true);
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer?.length ?? 0);
        if (answer) socket.write(Buffer.concat([length, answer]));
      });
    }).listen(53, address);
    await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
  }
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

interface Asked {
  name: string;
  type: number;
  answer: Answer;
  more(alias: string): Answer;
}

/** The records of a name and of what it is an alias of, as a resolver for a whole network gives them. */
function recordsOf({ name, type, answer, more }: Asked, depth = 0): Buffer[] {
  if (typeof answer === 'string' || depth > 8) return [];
  const own = (answer.addresses ?? []).map((address) => record(name, type, addressBytes(address)));
  if (!answer.alias) return own;
  const next = { name: answer.alias, type, answer: more(answer.alias), more };
  return [...own, record(name, CNAME, nameBytes(answer.alias)), ...recordsOf(next, depth + 1)];
}

function message(
  question: Buffer,
  { rcode = 0, isTruncated = false }: Exclude<Answer, string>,
  records: Buffer[],
): Buffer {
  const packet = Buffer.concat([question, ...records]);
  packet.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | rcode, 2);
  packet.writeUInt16BE(1, 4);
  packet.writeUInt16BE(records.length, 6);
  packet.writeUInt32BE(0, 8);
  return packet;
}

/** With a time to live of 0. */
function record(owner: string, type: number, bytes: Buffer): Buffer {
  return Buffer.concat([nameBytes(owner), Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]);
}

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  // WHATWG's serialization has no dotted part, so groups are all that is left to expand.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(tail === undefined ? 0 : missing).fill('0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
