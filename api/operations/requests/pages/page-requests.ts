import { z } from 'zod';
import { isStorable } from '../../../../services/database/storable.ts';
import type { PageInput } from '../../../../services/monitors/pages/page-requests.ts';
import { Selector } from './fetch-options.ts';

const MOST_REQUESTS = 1_000;
const MAX_URL_BYTES = 2_048;

const storable = (text: string) => isStorable(text);

const PageRequest = z
  .strictObject({
    url: z
      .string()
      .refine(
        (url) => url === url.trim() && /^https?:\/\//i.test(url) && URL.canParse(url),
        'is not an absolute http or https URL',
      )
      .refine((url) => Buffer.byteLength(url) <= MAX_URL_BYTES, `is longer than ${MAX_URL_BYTES} bytes`)
      .refine(storable, 'holds a character that cannot be stored')
      .meta({ maxLength: MAX_URL_BYTES })
      .describe('Absolute http or https URL of the page.'),
    selector: Selector.refine(storable, 'holds a character that cannot be stored')
      .nullish()
      .describe('CSS selector of what is watched. Default: the main content, as it is recognized.'),
    render: z
      .boolean()
      .nullish()
      .describe(
        'Whether a browser renders the page in any case. Default false: only where its HTML has little content.',
      ),
  })
  .meta({ id: 'PageRequest' });

/** Pages to watch. Duplicates are detected after the URL is normalized. */
export const PageRequests = z
  .array(PageRequest)
  .max(MOST_REQUESTS, `holds more than ${MOST_REQUESTS} pages`)
  .transform((pages) =>
    pages.map(({ url, selector, render }): PageInput => ({
      url,
      ...(selector !== undefined && selector !== null && { selector }),
      ...(render !== undefined && render !== null && { render }),
    })),
  );
