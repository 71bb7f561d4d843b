import { Loader, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import type { StoredFile } from '@stridewell/contract/files/files';
import { bytesLabel, fileUrl, fitWithin } from '@stridewell/contract/files/files.rules';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Upload } from '../../device/file-upload.ts';
import classes from './message-attachments.module.css';

type MessageAttachmentsProps = {
  coachId: string;
  attachments: readonly StoredFile[];
  /** Uploads of this tab. */
  uploads: readonly Upload[];
  /** Whether the server has the message and its files. */
  sent: boolean;
  onOpen: (fileId: string, opener: HTMLElement) => void;
};

/** The files of a message: photos as thumbnails in their own proportions, PDFs as cards. */
export function MessageAttachments({ coachId, attachments, uploads, sent, onOpen }: MessageAttachmentsProps) {
  const photos = attachments.filter(({ kind }) => kind === 'image');
  return (
    <Stack gap={4} w="100%" className={classes.attachments}>
      {photos.length > 0 && (
        <div className={classes.photos} data-many={photos.length > 1 || undefined}>
          {photos.map((photo) => (
            <PhotoThumb
              key={photo.id}
              photo={photo}
              src={uploads.find(({ id }) => id === photo.id)?.preview ?? fileUrl(coachId, photo.id, 'thumb')}
              alone={photos.length === 1}
              onOpen={sent ? (opener) => onOpen(photo.id, opener) : null}
            >
              <UploadState upload={uploads.find(({ id }) => id === photo.id)} />
            </PhotoThumb>
          ))}
        </div>
      )}
      {attachments
        .filter(({ kind }) => kind === 'pdf')
        .map((pdf) => (
          <PdfCard key={pdf.id} pdf={pdf} href={sent ? fileUrl(coachId, pdf.id) : undefined}>
            <UploadState upload={uploads.find(({ id }) => id === pdf.id)} />
          </PdfCard>
        ))}
    </Stack>
  );
}

/** The longer side of a single photo. */
const THUMB_PX = 300;

function UploadState({ upload }: { upload: Upload | undefined }) {
  if (upload?.status === 'preparing') return <Loader size={16} aria-label="Preparing" className={classes.bar} />;
  if (upload?.status !== 'sending') return null;
  return (
    <Progress value={upload.progress * 100} size={4} aria-label={`Sending ${upload.name}`} className={classes.bar} />
  );
}

type PhotoThumbProps = {
  photo: StoredFile;
  src: string;
  /** Several photos form rows of squares. */
  alone: boolean;
  onOpen: ((opener: HTMLElement) => void) | null;
  children: ReactNode;
};

function PhotoThumb({ photo: { name, width, height }, src, alone, onOpen, children }: PhotoThumbProps) {
  // Reserves the final size before the picture has loaded.
  const box = width && height ? fitWithin(width, height, THUMB_PX) : { width: THUMB_PX * 0.75, height: THUMB_PX };
  const style = alone ? { aspectRatio: `${box.width} / ${box.height}`, width: box.width } : undefined;
  const picture = <img src={src} alt={name} loading="lazy" decoding="async" />;
  if (!onOpen) {
    return (
      <span className={classes.photo} style={style}>
        {picture}
        {children}
      </span>
    );
  }
  return (
    <UnstyledButton
      className={classes.photo}
      style={style}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      aria-label={`Open ${name}`}
    >
      {picture}
    </UnstyledButton>
  );
}

type PdfCardProps = { pdf: StoredFile; href: string | undefined; children: ReactNode };

function PdfCard({ pdf: { name, bytes }, href, children }: PdfCardProps) {
  const content = (
    <>
      <IconFileTypePdf size={26} stroke={1.5} aria-hidden className={classes.icon} />
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Text component="span" size="sm" fw={600} lineClamp={2}>
          {name}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          PDF, {bytesLabel(bytes)}
        </Text>
        {children}
      </Stack>
      {href && <IconDownload size={18} stroke={1.75} aria-hidden className={classes.icon} />}
    </>
  );
  return href ? (
    <a href={href} download={name} className={classes.pdf}>
      {content}
    </a>
  ) : (
    <span className={classes.pdf}>{content}</span>
  );
}
