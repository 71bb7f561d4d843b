import { Button, Loader, Stack, Text } from '@mantine/core';
import { bytesLabel } from '@stridewell/contract/files/files.rules';
import type { DataExport } from '@stridewell/contract/privacy/privacy';
import { EXPORT_DAYS, exportPath } from '@stridewell/contract/privacy/privacy.rules';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { longDate } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownExportQuery, useAskForOwnExport } from './privacy.queries.ts';

type OwnDataCardProps = {
  /** Contents of the copy. */
  children: ReactNode;
  timeZone: string;
};

/** Starts a copy of the person's data, and downloads it once it is written. */
export function OwnDataCard({ children, timeZone }: OwnDataCardProps) {
  return (
    <SectionCard title="Download your data">
      <Stack gap="md" align="flex-start">
        {children}
        <QueryBoundary
          query={useQuery(ownExportQuery())}
          failed="The copy of your data could not be loaded"
          skeleton={44}
        >
          {({ export: copy }) => <ExportState copy={copy} timeZone={timeZone} />}
        </QueryBoundary>
      </Stack>
    </SectionCard>
  );
}

function ExportState({ copy, timeZone }: { copy: DataExport | null; timeZone: string }) {
  const dayOf = (instant: string) => longDate(instant, timeZone);
  if (copy?.status === 'waiting') {
    return (
      <Stack gap="xs" role="status">
        <Text fw={600}>
          <Loader size={16} mr={8} aria-hidden style={{ verticalAlign: 'text-bottom' }} />
          Your copy is being prepared
        </Text>
        <Muted>
          {copy.bySupport && 'Our support started it, as you asked. '}
          You can leave this page. You get an email when it is ready.
        </Muted>
      </Stack>
    );
  }
  if (copy?.status === 'ready' && copy.expiresAt !== null) {
    return (
      <Stack gap="xs" align="flex-start">
        <Button
          component="a"
          href={exportPath(copy.id)}
          download
          mih={44}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        >
          Download my data
        </Button>
        <Muted>
          ZIP archive, {bytesLabel(copy.bytes ?? 0)}, prepared on {dayOf(copy.askedAt)}. You can download it until{' '}
          {dayOf(copy.expiresAt)}.
        </Muted>
      </Stack>
    );
  }
  return <AskForCopy before={copy?.status ?? null} />;
}

function AskForCopy({ before }: { before: DataExport['status'] | null }) {
  const ask = useAskForOwnExport();
  return (
    <>
      {before === 'failed' && (
        <Notice tone="warning" title="Your copy could not be prepared">
          No data was lost. Please try again.
        </Notice>
      )}
      {before === 'expired' && <Muted>Your last copy was deleted after {EXPORT_DAYS} days.</Muted>}
      <ProblemAlert text={ask.error && messageOf(ask.error, 'Nothing was started. Please try again.')} />
      <Button variant="default" mih={44} loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {before === 'failed' ? 'Try again' : 'Prepare my data'}
      </Button>
    </>
  );
}
