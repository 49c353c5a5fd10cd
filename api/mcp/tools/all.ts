import type { McpTool } from './tool.ts';
import { answerTool } from './answer.ts';
import { fetchTool } from './fetch.ts';
import { getRunTool } from './get-run.ts';
import { indexTool } from './index-documents.ts';
import { mapTool } from './map.ts';
import { monitorRecordsTool } from './monitor-records.ts';
import { researchTool } from './research.ts';
import { searchTool } from './search.ts';

/** Every tool, in the order in which a model reads them. @see docs/rules.md#mcp */
export const ALL_TOOLS: readonly McpTool[] = [
  searchTool,
  fetchTool,
  answerTool,
  researchTool,
  getRunTool,
  mapTool,
  indexTool,
  monitorRecordsTool,
];
