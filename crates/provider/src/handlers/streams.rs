//! Responses of several messages.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::mpsc;
use tokio_stream::Stream;

/// The messages that a call sends. The call runs as far as somebody takes them, and ends with this.
pub(crate) struct Events<T> {
    receiver: mpsc::Receiver<T>,
    call: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<T> Events<T> {
    /// Creates the messages of a call, which gets where to send them.
    pub(crate) fn new<F>(call: impl FnOnce(mpsc::Sender<T>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(16);
        Self {
            receiver,
            call: Some(Box::pin(call(sender))),
        }
    }
}

impl<T> Stream for Events<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        if let Poll::Ready(event) = self.receiver.poll_recv(context) {
            return Poll::Ready(event);
        }
        if let Some(call) = &mut self.call
            && call.as_mut().poll(context).is_ready()
        {
            self.call = None;
        }
        // The call may have sent something, or ended.
        self.receiver.poll_recv(context)
    }
}
