import {
  LEAD_SORTS,
  LEAD_STATUSES,
  type LeadSort,
  type LeadStatus,
} from '@stridewell/contract/pipeline/pipeline.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the pipeline, without default values. The board shows every status. */
export type PipelineSearch = { q?: string; view?: 'list'; status?: LeadStatus; sort?: LeadSort };

/** Reads untrusted search parameters and drops invalid ones. */
export function readPipelineSearch(search: Record<string, unknown>): PipelineSearch {
  const q = readSearchText(search.q);
  const status = LEAD_STATUSES.find((name) => name === search.status);
  const sort = LEAD_SORTS.find((name) => name === search.sort && name !== 'newest');
  return {
    ...(q && { q }),
    ...(search.view === 'list' && { view: 'list' }),
    ...(status && { status }),
    ...(sort && { sort }),
  };
}
