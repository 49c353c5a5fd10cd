/** One line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the metrics as a scrape sees them. */
export async function scrape(url: string | undefined): Promise<{ text: string; samples: Sample[] }> {
  if (url === undefined) throw new Error('the metrics are off');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the scrape was answered with ${response.status}`);
  const text = await response.text();
  return { text, samples: text.split('\n').flatMap(sampleOf) };
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

function sampleOf(line: string): Sample[] {
  const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
  if (name === undefined) return [];
  return [
    {
      name,
      labels: Object.fromEntries(Array.from(labels.matchAll(LABEL), ([, label = '', text = '']) => [label, text])),
      value: Number(value),
    },
  ];
}

/** The value of the one sample with this name and these labels; undefined if there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  if (found.length > 1) throw new Error(`${found.length} samples of ${name} match`);
  return found[0]?.value;
}

/** The same in a text. */
export function sampleIn(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  return valueOf(text.split('\n').flatMap(sampleOf), name, labels);
}
