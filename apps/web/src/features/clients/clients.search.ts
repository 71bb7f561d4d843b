import {
  ENGAGEMENT_LABELS,
  type EngagementLabel,
  PLAN_STATUSES,
  type PlanStatus,
} from '@stridewell/contract/clients/clients.labels.rules';
import {
  CLIENT_FILTERS,
  CLIENT_SORTS,
  type ClientFilter,
  type ClientSort,
  SORT_ORDERS,
  type SortOrder,
  USUAL_ORDER,
} from '@stridewell/contract/clients/clients.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the list, without default values. */
export type ClientSearch = {
  q?: string;
  status?: ClientFilter;
  planStatus?: PlanStatus;
  engagement?: EngagementLabel;
  sort?: ClientSort;
  order?: SortOrder;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readClientSearch({ q, status, sort, order, ...labels }: Record<string, unknown>): ClientSearch {
  const text = readSearchText(q);
  const filter = CLIENT_FILTERS.find((name) => name === status && name !== 'current');
  const sorted = CLIENT_SORTS.find((name) => name === sort) ?? 'name';
  const turned = SORT_ORDERS.find((name) => name === order && name !== USUAL_ORDER[sorted]);
  const planStatus = PLAN_STATUSES.find((name) => name === labels.planStatus);
  const engagement = ENGAGEMENT_LABELS.find((name) => name === labels.engagement);
  return {
    ...(text && { q: text }),
    ...(filter && { status: filter }),
    ...(planStatus && { planStatus }),
    ...(engagement && { engagement }),
    ...(sorted !== 'name' && { sort: sorted }),
    ...(turned && { order: turned }),
  };
}
