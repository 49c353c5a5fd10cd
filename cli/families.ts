import type { Command } from 'commander';

type AddCommands = (program: Command) => void;

/** Commands that one module adds; their descriptions are known without loading it. */
interface Family {
  commands: Record<string, string>;
  load(): Promise<AddCommands>;
}

/** Every command but those that run the service. The modules are loaded on demand: that dominates the time of a short command. */
export const FAMILIES: readonly Family[] = [
  {
    commands: {
      orgs: 'organizations and their credits',
      keys: 'API keys',
      'login-link': 'print a link that signs in to the console, once and within 15 minutes',
      ledger: 'credits and their postings',
    },
    load: async () => (await import('./operator/account-commands.ts')).operatorCommands,
  },
  {
    commands: { runs: 'agent runs, and histories of workflows' },
    load: async () => {
      const [{ runCommands }, { agentRunCommands }] = await Promise.all([
        import('./operator/run-commands.ts'),
        import('./client/agent-run-commands.ts'),
      ]);
      return (program) => agentRunCommands(runCommands(program));
    },
  },
  {
    commands: { index: 'the search index' },
    load: async () => (await import('./operator/index-commands.ts')).indexCommands,
  },
  {
    commands: { models: 'the embedding model that runs on this machine' },
    load: async () => (await import('./operator/model-commands.ts')).modelCommands,
  },
  {
    commands: { ingest: 'index pages, sitemaps, feeds, files, folders and JSON lines' },
    load: async () => (await import('./operator/ingest-command.ts')).ingestCommand,
  },
  {
    commands: { documents: 'documents that all organizations can find' },
    load: async () => (await import('./operator/document-commands.ts')).documentCommands,
  },
  {
    commands: {
      search: 'find documents for a question, best first',
      answer: 'answer a question from sources, with citations',
    },
    load: async () => (await import('./client/ask-commands.ts')).askCommands,
  },
  {
    commands: { chat: 'ask one question after the other; Ctrl-D ends it' },
    load: async () => (await import('./client/chat-command.ts')).chatCommand,
  },
  {
    commands: { research: 'research a question in many steps, and print the report with its sources' },
    load: async () => (await import('./client/research-command.ts')).researchCommand,
  },
  {
    commands: {
      monitors: 'saved searches and watched pages that deliver what is new',
      records: 'print the records of a monitor, oldest first',
    },
    load: async () => (await import('./client/monitor-commands.ts')).monitorCommands,
  },
  {
    commands: {
      sources: 'list followed feeds and sitemaps',
      usage: 'print the balance, and what was used',
    },
    load: async () => (await import('./client/list-commands.ts')).listCommands,
  },
  {
    commands: { fetch: 'read pages as Markdown, by a running service; each page that was read costs one credit' },
    load: async () => (await import('./client/fetch-command.ts')).fetchCommand,
  },
  {
    commands: {
      map: 'list the addresses of a site, best first',
      crawl: 'crawl sites into your own index, and wait for the end',
    },
    load: async () => (await import('./client/crawl-commands.ts')).crawlCommands,
  },
  {
    commands: { mcp: 'serve MCP on stdin and stdout, for assistants on this machine' },
    load: async () => (await import('./client/mcp-command.ts')).mcpCommand,
  },
  {
    commands: {
      login: 'choose the service that commands call, and keep its key in a file for you alone',
      logout: 'forget the service and the key of quarry login',
    },
    load: async () => (await import('./client/login-command.ts')).loginCommands,
  },
  {
    commands: {
      doctor: 'check a service and this machine, and say how to mend what is wrong; exit with 1 if something is',
    },
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  {
    commands: { completion: 'print a completion for a shell: bash, zsh or fish' },
    load: async () => {
      const { completionCommand } = await import('./completion-command.ts');
      return (program) => completionCommand(program, addAllFamilies);
    },
  },
];

/** Adds the whole commands of every family. */
export async function addAllFamilies(program: Command): Promise<void> {
  for (const { load } of FAMILIES) (await load())(program);
}

/** Adds the family of a command; the names and descriptions of all where help or an error may list them. */
export async function addFamilies(program: Command, name = ''): Promise<void> {
  const named = FAMILIES.find(({ commands }) => Object.hasOwn(commands, name));
  if (named) return (await named.load())(program);
  for (const { commands } of FAMILIES)
    for (const [command, description] of Object.entries(commands)) program.command(command).description(description);
}
