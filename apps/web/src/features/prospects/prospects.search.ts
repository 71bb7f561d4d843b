import {
  CONVERSION_GROUPS,
  CONVERSION_PERIODS,
  type ConversionGroup,
  type ConversionPeriod,
  PROSPECT_STAGES,
  type ProspectStage,
} from '@stridewell/contract/prospects/prospects.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the pipeline, without default values. The board shows every stage. */
export type ProspectsSearch = {
  q?: string;
  view?: 'list' | 'sources';
  stage?: ProspectStage;
  days?: ConversionPeriod;
  by?: ConversionGroup;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readProspectsSearch(search: Record<string, unknown>): ProspectsSearch {
  const q = readSearchText(search.q);
  const view = (['list', 'sources'] as const).find((name) => name === search.view);
  const stage = PROSPECT_STAGES.find((name) => name === search.stage);
  const days = CONVERSION_PERIODS.find((period) => period === Number(search.days) && period !== 90);
  const by = CONVERSION_GROUPS.find((name) => name === search.by && name !== 'touch');
  return {
    ...(q && { q }),
    ...(view && { view }),
    ...(stage && { stage }),
    ...(days && { days }),
    ...(by && { by }),
  };
}
