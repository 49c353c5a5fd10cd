/** Ids in the examples, by parameter or collection. */
export const EXAMPLE_IDS = {
  request_id: 'req_01992b6e-5d1c-7a43-9f0e-2c6b8d4e1f70',
  'agent/runs': 'run_01992b6e-7f42-7c15-8a3b-5e9d0c7b4a21',
  monitor_id: 'mon_01992b6f-0b8e-7d92-b5c4-1f7a3e6d9c08',
  run_id: '7',
  crawls: 'crawl_01992b71-4c36-7a52-8e6b-9d2f1c7a0b54',
  sources: 'src_01992b70-2a64-7e38-9d17-8b5c4f0e6a93',
} as const satisfies Record<string, string>;
