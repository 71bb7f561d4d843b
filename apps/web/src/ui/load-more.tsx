import { Button, type ButtonProps, Center } from '@mantine/core';
import { ProblemAlert } from './problem-alert.tsx';

type LoadMoreProps = ButtonProps & {
  /** An infinite query. */
  query: {
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  };
  /** A verb with its object, like "Show older". */
  label: string;
  /** Title of the error, like "Older photos could not be loaded". */
  failed: string;
};

/** The button below a list that loads its next page. After a failure the list and the button stay. */
export function LoadMore({ query, label, failed, ...buttonProps }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && (
        <ProblemAlert mt="md" title={failed} error={query.error} fallback="Check your connection and try again." />
      )}
      <Center mt="md">
        <Button
          variant="default"
          data-reads
          mih={{ base: 44, sm: 36 }}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          {...buttonProps}
        >
          {label}
        </Button>
      </Center>
    </>
  );
}
