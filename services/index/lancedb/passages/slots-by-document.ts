import type { PassageOrigin } from './packed-passage.ts';
import type { Slot } from './passage-file.ts';

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

  /** The only known version of a document; undefined if it is not known as a whole, or if there are several. */
  of(documentId: string): Readonly<Version> | undefined {
    const [version, other] = this.#versions.get(documentId) ?? [];
    return other || version?.slots.length !== version?.passageCount ? undefined : version;
  }

  add({ documentId, contentHash, audience, passageCount }: PassageOrigin, slot: Slot): void {
    const versions = this.#versions.get(documentId);
    const version = versions?.find((one) => one.contentHash === contentHash && one.audience === audience);
    if (version) version.slots.push(slot);
    // What replaced a document of several passages shows that those are of an earlier version.
    else if (versions) versions.push({ contentHash, audience, passageCount, slots: [slot] });
    else if (passageCount > 1) this.#versions.set(documentId, [{ contentHash, audience, passageCount, slots: [slot] }]);
  }

  /** Removes all other slots. */
  keep(present: ReadonlySet<Slot>): void {
    for (const [documentId, versions] of this.#versions) {
      const left = versions
        .map((version) => ({ ...version, slots: version.slots.filter((slot) => present.has(slot)) }))
        .filter(({ slots }) => slots.length > 0);
      if (left.some(({ passageCount }) => passageCount > 1)) this.#versions.set(documentId, left);
      else this.#versions.delete(documentId);
    }
  }
}
