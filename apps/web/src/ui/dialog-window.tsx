import { Modal, type ModalProps } from '@mantine/core';

/** The window of a dialog. Loads with the first one that opens. */
export default function DialogWindow(props: ModalProps) {
  return <Modal {...props} />;
}
