import { ActionIcon, Anchor, Modal, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './photo-viewer.module.css';

export type Photo = { id: string; url: string; name: string; width: number | null; height: number | null };

type PhotoViewerProps = {
  photos: readonly Photo[];
  /** The id of the photo on screen. */
  openId: string;
  onMove: (id: string) => void;
  onClose: () => void;
};

/** Photos in full size, one at a time; arrow keys change the photo. */
export default function PhotoViewer({ photos, openId, onMove, onClose }: PhotoViewerProps) {
  const at = photos.findIndex(({ id }) => id === openId);
  const photo = photos[at];
  const move = (step: number) => {
    const next = photos[at + step];
    if (next) onMove(next.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  };
  return (
    <Modal
      opened={photo !== undefined}
      onClose={onClose}
      fullScreen
      title={photo && (photos.length > 1 ? `Photo ${at + 1} of ${photos.length}` : 'Photo')}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      onKeyDown={onKeyDown}
    >
      {photo && (
        <>
          <div className={classes.stage}>
            <img
              key={photo.id}
              src={photo.url}
              alt={photo.name}
              {...(photo.width && photo.height && { width: photo.width, height: photo.height })}
            />
          </div>
          <div className={classes.foot}>
            {photos.length > 1 && (
              <ActionIcon
                variant="default"
                size={44}
                onClick={() => move(-1)}
                disabled={at === 0}
                aria-label="Previous photo"
              >
                <IconChevronLeft size={22} stroke={1.75} />
              </ActionIcon>
            )}
            <Text size="sm" className={classes.name}>
              <Anchor href={photo.url} download={photo.name} inherit>
                Save photo
              </Anchor>
            </Text>
            {photos.length > 1 && (
              <ActionIcon
                variant="default"
                size={44}
                onClick={() => move(1)}
                disabled={at === photos.length - 1}
                aria-label="Next photo"
              >
                <IconChevronRight size={22} stroke={1.75} />
              </ActionIcon>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}
