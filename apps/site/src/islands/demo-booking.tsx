import { DemoBookingOf } from '@stridewell/web/features/site/demo-booking-page.tsx';
import { island } from '../parts/island.tsx';

/** The booking of a mailed link, whose token is the last part of the address. */
export default island(function Booking() {
  const token = window.location.pathname.split('/')[2] ?? '';
  return <DemoBookingOf token={token} />;
});
