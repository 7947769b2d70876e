using System;
using System.Collections.Generic;
using System.Threading;

namespace Kitchen.Timing
{
    /// <summary>Counts several dishes down at once.</summary>
    public sealed class Timer : IDisposable
    {
        private readonly Dictionary<string, DateTime> _due = new();
        private readonly object _gate = new();
        private readonly Func<DateTime> _clock;
        private bool _stopped;

        public Timer(Func<DateTime> clock)
        {
            _clock = clock ?? throw new ArgumentNullException(nameof(clock));
        }

        public event Action<string>? Rang;

        public void Start(string dish, TimeSpan duration)
        {
            if (duration <= TimeSpan.Zero)
            {
                throw new ArgumentOutOfRangeException(nameof(duration), "must be positive");
            }
            lock (_gate)
            {
                _due[dish] = _clock() + duration;
            }
        }

        public bool Cancel(string dish)
        {
            lock (_gate)
            {
                return _due.Remove(dish);
            }
        }

        public TimeSpan? Remaining(string dish)
        {
            lock (_gate)
            {
                if (!_due.TryGetValue(dish, out var due)) return null;
                var left = due - _clock();
                return left < TimeSpan.Zero ? TimeSpan.Zero : left;
            }
        }

        public void Run()
        {
            while (!Volatile.Read(ref _stopped))
            {
                foreach (var dish in TakeDue())
                {
                    Rang?.Invoke(dish);
                }
                Thread.Sleep(250);
            }
        }

        private List<string> TakeDue()
        {
            var ready = new List<string>();
            lock (_gate)
            {
                foreach (var (dish, due) in _due)
                {
                    if (due <= _clock()) ready.Add(dish);
                }
                ready.ForEach(dish => _due.Remove(dish));
            }
            return ready;
        }

        public void Dispose() => Volatile.Write(ref _stopped, true);
    }
}
