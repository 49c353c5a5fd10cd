/** A development set: a file below the data folder, and its public source. */
export interface DevelopmentSet {
  /** Path below the data folder. */
  file: string;
  /** SHA-256 in hex of the file that the published figures were measured with. */
  sha256: string;
  /** Content of the set. */
  content: string;
  /** The public source and its licence. */
  origin: string;
}

/**
 * The sets that benchmarks read. They are not part of the repository, because most of their pages are the property of
 * others.
 *
 * @see docs/benchmarks.md
 */
export const DEVELOPMENT_SETS = {
  cranfield: {
    file: 'retrieval/cranfield.tgz',
    sha256: 'da17fa8da591c50a24072f03e90ab767859e5c0aed77536cabf676777833eeb9',
    content: '1,400 abstracts on aerodynamics, 225 questions',
    origin: 'the Cranfield collection of the University of Glasgow',
  },
  'clef20-t2-dev': {
    file: 'retrieval/clef20-t2-dev.tgz',
    sha256: '9fe4e7e271639b67f36ba8ce589319647af6e0d2fe522c402c5ca42646aae42d',
    content: '10,375 verified claims, 997 posts that repeat one',
    origin: 'sshaar/clef2020-factchecking-task2, English',
  },
  'squadshift-reddit': {
    file: 'retrieval/squadshift-reddit.tgz',
    sha256: 'cd18bb657bdb6ffeff15ab7cafda2c27d0bfa3b31b20949a089e1f0e74cf6c81',
    content: '2,033 posts, 9,803 questions with answers',
    origin: 'SQuADShifts, its Reddit part; CC BY 4.0',
  },
  'hippo-musique': {
    file: 'retrieval/hippo-musique.tgz',
    sha256: 'e96b4ee5438fa200f973bd1c583521f7ed0f1b24c4aadf4f4eef878c0fc07e3d',
    content: '1,890 paragraphs, 100 questions of several hops with answers',
    origin: 'MuSiQue as sampled by OSU-NLP-Group/HippoRAG; CC BY 4.0',
  },
  pubmedqa: {
    file: 'retrieval/pubmedqa.tgz',
    sha256: '9ff83e446ccda959a78201382a4778cbad0beb903315f3ff575536d42a172676',
    content: '1,000 abstracts, 1,000 questions',
    origin: 'pubmedqa/pubmedqa, the expert-labelled part; MIT',
  },
  'novelty-dev': {
    file: 'retrieval/novelty-dev.tgz',
    sha256: 'd7676784614fc5b054e3020072dd4f7d857d8b3a0b4ee7b85a043203fe06e823',
    content: '1,978 pairs of news texts: reprint, update or new',
    origin: 'labelled for Quarry, kept by its maintainers',
  },
  'wcxb-dev': {
    file: 'extract/wcxb-dev.tgz',
    sha256: '34756b9066838a7ef3f76f374c737f1f85d212d6ee384781f1f059d81e5e09f5',
    content: '608 pages of seven kinds with their main text',
    origin: 'Murrough-Foley/web-content-extraction-benchmark, development half; CC BY 4.0',
  },
  trafilatura: {
    file: 'extract/trafilatura.tgz',
    sha256: 'd2bc80608a8701856bce9fc3d7f8e531e75dc9b35cd4bb6dbb9c19529b1e0759',
    content: '460 pages with wanted and unwanted segments',
    origin: 'adbar/trafilatura, evaluation pages; they belong to their owners',
  },
  defuddle: {
    file: 'extract/defuddle.tgz',
    sha256: 'b090a39a0df80a74f7cc72e81a0740d1d6ecf1455982752edbcf32f28cf79d0a',
    content: '208 pages with their Markdown',
    origin: 'kepano/defuddle, test fixtures; MIT',
  },
  readability: {
    file: 'extract/readability.tgz',
    sha256: '3d8c73207a7ff0b059a68db514a1463d0d2bd3b1b8447219a8bfbfe364676d55',
    content: '120 pages with their extracted HTML',
    origin: 'mozilla/readability, test pages; Apache 2.0',
  },
  'docs-qa': {
    file: 'docs-qa/questions.jsonl',
    sha256: '84f0423f7b9f015b39ecb93146f255f90b538b30ac8e5752c1a679115fe3e46e',
    content: '211 questions over the PostgreSQL, Git and Debian manuals; pages of Debian 12, by the hashes beside it',
    origin: 'written for Quarry, kept by its maintainers',
  },
} as const satisfies Record<string, DevelopmentSet>;

export type SetName = keyof typeof DEVELOPMENT_SETS;
