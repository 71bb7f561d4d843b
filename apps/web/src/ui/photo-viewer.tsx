import { Anchor, Center, Group } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './photo-viewer.module.css';

export type Photo = { id: string; url: string; name: string; width: number | null; height: number | null };

type PhotoViewerProps = {
  photos: readonly Photo[];
  /** The id of the photo on screen. */
  openId: string;
  onMove: (id: string) => void;
  onClose: () => void;
};

const STEP = { variant: 'default', size: 44, iconSize: 22 };

/** Photos in full size, one at a time; arrow keys change the photo. */
export default function PhotoViewer({ photos, openId, onMove, onClose }: PhotoViewerProps) {
  const at = photos.findIndex(({ id }) => id === openId);
  const photo = photos[at];
  const move = (step: number) => {
    const next = photos[at + step];
    if (next) onMove(next.id);
  };
  // Not at the dialog: the focus enters it a moment after the photo shows, and a key pressed before that was lost.
  useWindowEvent('keydown', ({ key }) => {
    if (!photo) return;
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  });
  return (
    <Dialog
      opened={photo !== undefined}
      onClose={onClose}
      fullScreen
      title={photo && (photos.length > 1 ? `Photo ${at + 1} of ${photos.length}` : 'Photo')}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      {photo && (
        <>
          <Center flex={1} mih={0}>
            <img
              key={photo.id}
              src={photo.url}
              alt={photo.name}
              {...(photo.width && photo.height && { width: photo.width, height: photo.height })}
              className={classes.photo}
            />
          </Center>
          <Group justify="center" gap={20}>
            {photos.length > 1 && (
              <IconButton
                {...STEP}
                label="Previous photo"
                icon={IconChevronLeft}
                onClick={() => move(-1)}
                disabled={at === 0}
              />
            )}
            <Anchor href={photo.url} download={photo.name} size="sm">
              Save photo
            </Anchor>
            {photos.length > 1 && (
              <IconButton
                {...STEP}
                label="Next photo"
                icon={IconChevronRight}
                onClick={() => move(1)}
                disabled={at === photos.length - 1}
              />
            )}
          </Group>
        </>
      )}
    </Dialog>
  );
}
