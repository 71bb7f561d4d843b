import { Button, Skeleton, Text } from '@mantine/core';
import { SLOT_NAMES } from '@stridewell/contract/checkins.forms.rules';
import { fileUrl } from '@stridewell/contract/files';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { PhotoCompare } from '../../components/photo-compare.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { photosQuery } from './progress.queries.ts';

type ProgressPhotosProps = { coachId: string; clientId: string; firstName: string; today: string };

/** The photos of a client's check-ins, two days side by side. */
export function ProgressPhotos({ coachId, clientId, firstName, today }: ProgressPhotosProps) {
  const query = useInfiniteQuery(photosQuery(coachId, clientId));
  if (query.isError && !query.data) {
    return <LoadError title="Photos could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton h={320} radius="lg" />;
  const days = query.data.pages
    .flatMap((page) => page.days)
    .map(({ id, day, photos }) => ({
      id,
      label: relativeDayLabel(day, today),
      photos: photos.map(({ slot, fileId }) => ({
        id: fileId,
        view: SLOT_NAMES[slot],
        thumb: fileUrl(coachId, fileId, 'thumb'),
        full: fileUrl(coachId, fileId),
      })),
    }));
  const more = query.hasNextPage && (
    <Button
      size="xs"
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
    >
      Load older
    </Button>
  );
  return (
    <SectionCard title="Photos" aside={more}>
      {days.length === 0 ? (
        <Text c="dimmed">
          Photos that {firstName} sends with a check-in can be compared here. Ask for them in a check-in form.
        </Text>
      ) : (
        <PhotoCompare days={days} before={days.length > 1 ? days.at(-1) : undefined} />
      )}
    </SectionCard>
  );
}
