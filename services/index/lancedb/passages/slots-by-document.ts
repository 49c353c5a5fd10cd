import { setImmediate as nextRound } from 'node:timers/promises';
import type { PassageOrigin } from './packed-passage.ts';
import type { Slot } from './passage-file.ts';

// They take about a millisecond, which a search in progress may have to wait.
const DOCUMENTS_A_ROUND = 500;

/** The passages of one version of a document. */
interface Version {
  contentHash: string;
  audience: string;
  passageCount: number;
  slots: Slot[];
}

/** The places of the passages of documents that have more than one, those of earlier versions included. */
export class SlotsByDocument {
  readonly #versions = new Map<string, Version[]>();
  /** The slots that stay, while others are removed. */
  #present: Set<Slot> | undefined;

  /** The only known version of a document; undefined if it is not known as a whole, or if there are several. */
  of(documentId: string): Readonly<Version> | undefined {
    const [version, other] = this.#versions.get(documentId) ?? [];
    return other || version?.slots.length !== version?.passageCount ? undefined : version;
  }

  /** A slot that is known already changes nothing. */
  add({ documentId, contentHash, audience, passageCount }: PassageOrigin, slot: Slot): void {
    this.#present?.add(slot);
    const versions = this.#versions.get(documentId);
    const version = versions?.find((one) => one.contentHash === contentHash && one.audience === audience);
    if (version?.slots.includes(slot)) return;
    if (version) version.slots.push(slot);
    // What replaced a document of several passages shows that those are of an earlier version.
    else if (versions) versions.push({ contentHash, audience, passageCount, slots: [slot] });
    else if (passageCount > 1) this.#versions.set(documentId, [{ contentHash, audience, passageCount, slots: [slot] }]);
  }

  /** Removes all other slots, except those that are added meanwhile: a search in progress must not wait for it. */
  async keep(present: Set<Slot>): Promise<void> {
    this.#present = present;
    let looked = 0;
    for (const [documentId, versions] of this.#versions) {
      looked += 1;
      if (looked % DOCUMENTS_A_ROUND === 0) await nextRound();
      if (versions.every(({ slots }) => slots.every((slot) => present.has(slot)))) continue;
      const left = versions
        .map((version) => ({ ...version, slots: version.slots.filter((slot) => present.has(slot)) }))
        .filter(({ slots }) => slots.length > 0);
      if (left.some(({ passageCount }) => passageCount > 1)) this.#versions.set(documentId, left);
      else this.#versions.delete(documentId);
    }
    this.#present = undefined;
  }
}
