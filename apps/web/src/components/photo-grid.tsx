import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { PhotoDay } from './photo-compare.tsx';
import classes from './photo-grid.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'));

/** All photos by day, newest first. A photo opens in full size, where arrow keys change the photo. */
export function PhotoGrid({ days }: { days: readonly PhotoDay[] }) {
  const [openId, setOpenId] = useState<string>();
  const all = days.flatMap(({ label, photos }) =>
    photos.map(({ id, view, full }) => ({ id, url: full, name: `${view}, ${label}`, width: null, height: null })),
  );
  return (
    <div className={classes.days}>
      {days.map(({ id, label, photos }) => (
        <div key={id}>
          <h3 className={classes.label}>{label}</h3>
          <ul className={classes.photos}>
            {photos.map((photo) => (
              <li key={photo.id}>
                <UnstyledButton className={classes.open} onClick={() => setOpenId(photo.id)}>
                  <img src={photo.thumb} alt={`Show ${photo.view}, ${label}`} loading="lazy" />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {openId && (
        <Suspense fallback={null}>
          <PhotoViewer photos={all} openId={openId} onMove={setOpenId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
