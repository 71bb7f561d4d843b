import { Box, Group, SimpleGrid, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import classes from '../../ui/photo.module.css';
import type { PhotoDay } from '../../ui/photo-compare.tsx';

const PhotoViewer = lazy(() => import('../../ui/photo-viewer.tsx'));

/** All photos by day, newest first. A photo opens in full size, where arrow keys change the photo. */
export function PhotoGrid({ days }: { days: readonly PhotoDay[] }) {
  const [openId, setOpenId] = useState<string>();
  const all = days.flatMap(({ label, photos }) =>
    photos.map(({ id, view, full }) => ({ id, url: full, name: `${view}, ${label}`, width: null, height: null })),
  );
  return (
    <SimpleGrid minColWidth="136px" spacing="sm" verticalSpacing="md">
      {days.map(({ id, label, photos }) => (
        <div key={id}>
          <Muted component="h3" fw={550} mb={6}>
            {label}
          </Muted>
          <Group component="ul" gap={4} wrap="nowrap">
            {photos.map((photo) => (
              <Box key={photo.id} component="li" flex="1 1 0" miw={44} maw={96}>
                <UnstyledButton onClick={() => setOpenId(photo.id)}>
                  <img
                    src={photo.thumb}
                    alt={`Show ${photo.view}, ${label}`}
                    loading="lazy"
                    className={classes.photo}
                  />
                </UnstyledButton>
              </Box>
            ))}
          </Group>
        </div>
      ))}
      {openId && (
        <Suspense fallback={null}>
          <PhotoViewer photos={all} openId={openId} onMove={setOpenId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </SimpleGrid>
  );
}
