import { Stack, Text } from '@mantine/core';
import { PHOTO_SLOT_LABELS } from '@stridewell/contract/checkins/checkins.forms.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PhotoCompare } from '../../ui/photo-compare.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { photosQuery } from './progress.queries.ts';

type ProgressPhotosProps = {
  coachId: string;
  clientId: string;
  today: string;
  /** The text while there are none. */
  empty: string;
  /** The people who see them. */
  note: string;
};

/** The photos of a client's check-ins: two days side by side, and all of them by day. */
export function ProgressPhotos({ coachId, clientId, today, empty, note }: ProgressPhotosProps) {
  const query = useInfiniteQuery(photosQuery(coachId, clientId));
  const days = (query.data?.pages.flatMap((page) => page.days) ?? []).map(({ id, day, photos }) => ({
    id,
    label: relativeDayLabel(day, today),
    photos: photos.map(({ slot, fileId }) => ({
      id: fileId,
      view: PHOTO_SLOT_LABELS[slot],
      thumb: fileUrl(coachId, fileId, 'thumb'),
      full: fileUrl(coachId, fileId),
    })),
  }));
  return (
    <QueryBoundary query={query} failed="Photos could not be loaded" loading="Photos are loading" skeleton={320}>
      {() => (
        <SectionCard title="Photos">
          <Stack gap="lg">
            <Muted>
              <IconLock size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-3px' }} /> {note}
            </Muted>
            {days.length === 0 ? (
              <Text c="dimmed">{empty}</Text>
            ) : (
              <>
                <PhotoCompare days={days} before={days.length > 1 ? days.at(-1) : undefined} />
                {days.length > 1 && <PhotoGrid days={days} />}
                <LoadMore query={query} label="Load older" failed="Older photos could not be loaded" />
              </>
            )}
          </Stack>
        </SectionCard>
      )}
    </QueryBoundary>
  );
}
