import type { ProcedureUtils } from '@orpc/tanstack-query';
import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { CallContext } from './rpc.ts';

type Cursor = string | number;
type Page = { nextCursor: Cursor | null } | { next: Cursor | null };
/** The field of the input that names the place where a page begins. */
type CursorField = 'cursor' | 'after' | 'before';

const nextOf = (page: Page): Cursor | undefined => ('nextCursor' in page ? page.nextCursor : page.next) ?? undefined;

/** A list that a procedure returns page by page. `input` selects the list; `field` carries the place of the next page. */
export function pagedQuery<Input, Output extends Page, Failure>(
  procedure: ProcedureUtils<CallContext, Input, Output, Failure>,
  input: Omit<Input, CursorField>,
  field: CursorField = 'cursor',
) {
  const { queryKey, queryFn } = procedure.infiniteOptions({
    input: (cursor: Cursor | undefined) => (cursor === undefined ? input : { ...input, [field]: cursor }) as Input,
    initialPageParam: undefined,
    getNextPageParam: nextOf,
  });
  return infiniteQueryOptions<Output, Failure, InfiniteData<Output, Cursor | undefined>, QueryKey, Cursor | undefined>({
    queryKey,
    queryFn,
    initialPageParam: undefined,
    getNextPageParam: nextOf,
  });
}
