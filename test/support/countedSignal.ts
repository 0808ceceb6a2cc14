/** An abort controller whose signal tells how many listen to it. */
export function countedSignal(): { readonly controller: AbortController; readonly listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (
    type: string,
    listener: Parameters<typeof add>[1],
    options?: Parameters<typeof add>[2],
  ) => {
    listening.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: Parameters<typeof remove>[1]) => {
    listening.delete(listener);
    remove(type, listener);
  };
  return { controller, listeners: () => listening.size };
}
