import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type ChunkOutcome, isMissingChunk, reloadForChunk } from '../device/missing-chunk.ts';
import { codeOf, isUnreachable } from '../lib/errors.ts';
import { PageLoader } from '../ui/loading-spinner.tsx';
import { PageMessage } from '../ui/page-message.tsx';
import { WithheldPage } from './withheld-page.tsx';

export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const retry = () => {
    setAsking(true);
    void router.invalidate().finally(() => setAsking(false));
  };
  if (codeOf(error) === 'VIEWING') return <WithheldPage />;
  if (isMissingChunk(error)) return <MissingChunk />;
  return <LoadFailure isUnreachable={isUnreachable(error)} asking={asking} onRetry={retry} />;
}

/** Reloads the page, which may belong to an earlier release. Says what to do where that does not help. */
function MissingChunk() {
  const [outcome, setOutcome] = useState<ChunkOutcome>('reloading');
  useEffect(() => void reloadForChunk().then(setOutcome), []);
  if (outcome === 'reloading') return <PageLoader />;
  // A browser may keep the failure of a chunk, so only a new page loads it again.
  return <LoadFailure isUnreachable={outcome === 'unreachable'} onRetry={() => window.location.reload()} />;
}

type LoadFailureProps = { isUnreachable: boolean; asking?: boolean; onRetry: () => void };

function LoadFailure({ isUnreachable, asking = false, onRetry }: LoadFailureProps) {
  const offline = !navigator.onLine;
  return (
    <PageMessage
      icon={<IconPlugConnectedX size={24} stroke={1.75} />}
      title={
        offline
          ? 'Not available without a connection'
          : isUnreachable
            ? 'We could not reach the server'
            : 'This page did not load'
      }
      action={
        <Button data-reads loading={asking} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {offline || isUnreachable
        ? 'Check your connection. Everything you saved is safe.'
        : 'The problem is on our side. Everything you saved is safe; try again in a moment.'}
    </PageMessage>
  );
}
