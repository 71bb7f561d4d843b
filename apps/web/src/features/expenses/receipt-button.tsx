import { Button } from '@mantine/core';
import type { StoredFile } from '@stridewell/contract/files/files';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const PhotoViewer = lazy(() => import('../../ui/photo-viewer.tsx'));

type ReceiptButtonProps = { coachId: string; receipt: StoredFile; compact?: boolean };

/** Opens a picture in the viewer, and downloads a PDF. */
export function ReceiptButton({ coachId, receipt, compact = false }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  const url = fileUrl(coachId, receipt.id);
  const look = { variant: compact ? 'subtle' : 'default', ...(compact && { size: 'compact-sm' }) };
  if (receipt.kind === 'pdf') {
    return (
      <Button
        {...look}
        component="a"
        href={url}
        download={receipt.name}
        leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
      >
        Receipt
      </Button>
    );
  }
  return (
    <>
      <Button {...look} leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        Receipt
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PhotoViewer
            photos={[{ ...receipt, url }]}
            openId={receipt.id}
            onMove={() => undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
