/** Few orders, oldest first. An array that is pushed to and popped from gives its memory back and takes new each time: this one keeps it. */
export class OrderList<Order> {
  readonly at: Order[] = [];
  length = 0;

  add(order: Order): void {
    const { at } = this;
    if (this.length === at.length) at.push(order);
    else at[this.length] = order;
    this.length++;
  }

  remove(order: Order): void {
    const { at } = this;
    const last = --this.length;
    let i = 0;
    while (at[i] !== order) i++;
    for (; i < last; i++) at[i] = at[i + 1]!;
  }

  copy(): Order[] {
    return this.at.slice(0, this.length);
  }
}
