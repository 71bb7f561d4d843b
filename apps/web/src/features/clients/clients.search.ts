import {
  ENGAGEMENT_LABELS,
  type EngagementLabel,
  PLAN_STATUSES,
  type PlanStatus,
} from '@stridewell/contract/clients.labels.rules';
import {
  CLIENT_FILTERS,
  CLIENT_SORTS,
  type ClientFilter,
  type ClientSort,
  SORT_ORDERS,
  type SortOrder,
  USUAL_ORDER,
} from '@stridewell/contract/clients.rules';

/** The search parameters of the list, without default values. */
export type ClientSearch = {
  q?: string;
  status?: ClientFilter;
  planStatus?: PlanStatus;
  engagement?: EngagementLabel;
  sort?: ClientSort;
  order?: SortOrder;
};

const MAX_QUERY = 120;

/** Reads untrusted search parameters and drops invalid ones. */
export function readClientSearch({ q, status, sort, order, ...labels }: Record<string, unknown>): ClientSearch {
  // The router parses digits in an address into a number.
  const text = typeof q === 'string' || typeof q === 'number' ? cleanQuery(String(q)) : '';
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

const cleanQuery = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_QUERY)
    .trim();
