import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Badge } from '../parts/Badge.tsx';
import { Time } from '../parts/Time.tsx';

interface Head {
  record: Schemas['MonitorRecord'];
  title: string;
  url: string;
  /** What is said beside the address. */
  children: ComponentChildren;
}

/** The title, the time and the address of a record. */
export function RecordHead({ record, title, url, children }: Head) {
  return (
    <>
      <p class="row wrap">
        <Badge state={record.novelty} />
        <b class="grow">{title === '' ? url : title}</b>
        <span class="quiet">
          <Time at={record.first_seen_at} />
        </span>
      </p>
      <p class="row wrap quiet">
        <Address address={url} />
        <span>{children}</span>
      </p>
    </>
  );
}
